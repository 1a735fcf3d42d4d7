//! `GET /prompts/:siteId/export`: every prompt of a site as a file that `import` takes back.

use axum::http::{HeaderValue, header};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{
    PromptView, prompt_csv,
    prompt_file::{EXPORT_VERSION, FileForm, KIND},
};
use crate::{
    caller::{Call, SiteAccess},
    error::ApiError,
    input::{Input, Nothing},
    moment::Moment,
    reply::Reply,
};

/// In which form the file is wanted.
#[derive(Debug, Clone, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ExportQuery {
    /// Goes before `Accept`. `csv` and `ndjson` come as downloads without the envelope.
    pub format: Option<FileForm>,
}

/// Every prompt of a site.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromptExport {
    /// The release of this form.
    #[schemars(extend("const" = "1.0"))]
    pub export_version: &'static str,
    /// What the file has.
    #[schemars(extend("const" = "prompts"))]
    pub kind: &'static str,
    /// When it was made.
    pub generated_at: Moment,
    /// The prompts of every status, oldest first.
    pub items: Vec<PromptView>,
}

/// `GET /prompts/:siteId/export`
pub async fn export_prompts(
    call: Call<SiteAccess>,
    input: Input<Nothing, ExportQuery>,
) -> Result<Reply<PromptExport>, ApiError> {
    let form = input.query.format.unwrap_or_else(|| accepted(call.request.header("accept").unwrap_or("")));
    let prompts = call.app.ports().prompts.all_prompts(call.tenant.site.site.id).await?;
    let export = PromptExport {
        export_version: EXPORT_VERSION,
        kind: KIND,
        generated_at: call.request.at.into(),
        items: prompts.into_iter().map(PromptView::from).collect(),
    };
    match form {
        FileForm::Json => Ok(Reply::new(export)),
        FileForm::Csv => {
            let file = prompt_csv::write(&export.items)?;
            Ok(download(export, form, "text/csv; charset=utf-8", file))
        }
        FileForm::Ndjson => {
            let mut lines = Vec::new();
            for item in &export.items {
                serde_json::to_writer(&mut lines, item).map_err(ApiError::internal)?;
                lines.push(b'\n');
            }
            Ok(download(export, form, form.media_type(), lines))
        }
    }
}

fn download(export: PromptExport, form: FileForm, content_type: &'static str, file: Vec<u8>) -> Reply<PromptExport> {
    let name = match form {
        FileForm::Csv => "attachment; filename=\"prompts.csv\"",
        _ => "attachment; filename=\"prompts.ndjson\"",
    };
    Reply::new(export).header(header::CONTENT_DISPOSITION, HeaderValue::from_static(name)).download(content_type, file)
}

/// The first form that `Accept` names; JSON when it names none.
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
