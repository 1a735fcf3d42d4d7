//! `GET /prompts/:siteId/export`: all prompts of a site as a file for `import`.

use askline_domain::{prompts::Prompt, shared::rfc3339::Moment};
use axum::http::header;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    prompt_csv,
    prompt_file::{EXPORT_VERSION, FileForm, KIND},
};
use crate::{
    files::table_file::attachment,
    pipeline::{
        handling::{ApiError, Call, Input, Nothing, Reply, SiteAccess},
        response::file_body::{FileBody, FileWriter, PIECE_BYTES},
    },
};

/// Query parameters of an export.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportQuery {
    /// Takes precedence over `Accept`. `csv` and `ndjson` are downloads without the envelope.
    pub format: Option<FileForm>,
}

/// Every prompt of a site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptExport {
    /// The version of the format.
    #[schemars(extend("const" = "1.0"))]
    pub export_version: &'static str,
    /// What the file contains.
    #[schemars(extend("const" = "prompts"))]
    pub kind: &'static str,
    /// When it was created.
    pub generated_at: Moment,
    /// The prompts of every status, oldest first.
    pub items: Vec<Prompt>,
}

/// `GET /prompts/:siteId/export`
pub async fn export_prompts(
    mut call: Call<SiteAccess>,
    input: Input<Nothing, ExportQuery>,
) -> Result<Reply<PromptExport>, ApiError> {
    let place = call.take_slot()?;
    let form = input.query.format.unwrap_or_else(|| accepted(call.request.header("accept").unwrap_or("")));
    // All prompts are read in one query, so that the file shows a single point in time. They are serialized while the
    // file is sent.
    let prompts = call.app.ports().prompts.all_prompts(call.tenant.site.site.id).await?;
    let frame = PromptExport {
        export_version: EXPORT_VERSION,
        kind: KIND,
        generated_at: call.request.at.into(),
        items: Vec::new(),
    };
    let day = call.request.at.to_zoned(call.tenant.site.time_zone.clone()).date();
    let name = attachment(&call.tenant.site.site.name, "prompts", day, form.as_str())?;
    let empty = serde_json::to_string(&frame).map_err(ApiError::internal)?;
    let file = FileBody::made_in(place, move |file| write(file, form, empty, prompts));
    Ok(match form {
        FileForm::Json => Reply::streamed(file),
        FileForm::Csv => Reply::file("text/csv; charset=utf-8", file).header(header::CONTENT_DISPOSITION, name),
        FileForm::Ndjson => Reply::file(form.media_type(), file).header(header::CONTENT_DISPOSITION, name),
    })
}

/// Writes the file in pieces. `empty` is the JSON of a file without items. Prompts are freed once they are written.
async fn write(file: FileWriter, form: FileForm, empty: String, prompts: Vec<Prompt>) -> Result<FileWriter, ApiError> {
    let (head, end) = match form {
        FileForm::Json => empty.strip_suffix("]}").map(|head| (head.as_bytes().to_vec(), "]}")).unwrap_or_default(),
        FileForm::Csv => (prompt_csv::header()?, ""),
        FileForm::Ndjson => (Vec::new(), ""),
    };
    let mut piece = head;
    for (index, item) in prompts.into_iter().enumerate() {
        match form {
            FileForm::Json => {
                if index > 0 {
                    piece.push(b',');
                }
                serde_json::to_writer(&mut piece, &item).map_err(ApiError::internal)?;
            }
            FileForm::Csv => prompt_csv::write(&mut piece, &item)?,
            FileForm::Ndjson => {
                serde_json::to_writer(&mut piece, &item).map_err(ApiError::internal)?;
                piece.push(b'\n');
            }
        }
        if piece.len() >= PIECE_BYTES {
            file.write(std::mem::take(&mut piece)).await?;
        }
    }
    piece.extend_from_slice(end.as_bytes());
    file.write(piece).await?;
    Ok(file)
}

/// The first format that `Accept` names; JSON if it names none.
fn accepted(accept: &str) -> FileForm {
    accept.split(',').find_map(FileForm::of_media_type).unwrap_or(FileForm::Json)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_form_that_is_named_is_taken() {
        for (accept, form) in [
            ("", FileForm::Json),
            ("*/*", FileForm::Json),
            ("application/json, text/csv", FileForm::Json),
            ("text/CSV; q=0.9", FileForm::Csv),
            ("text/html, text/csv, */*", FileForm::Csv),
            ("application/x-ndjson", FileForm::Ndjson),
        ] {
            assert_eq!(accepted(accept), form, "{accept}");
        }
    }
}
