//! Describes the input and the output of a route.

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::pipeline::{request::input::Body, response::reply::Data};

/// The schemas of the input and the output of a route.
pub struct Shapes {
    pub(super) path: fn(&mut SchemaGenerator) -> Schema,
    pub(super) query: fn(&mut SchemaGenerator) -> Schema,
    pub(super) body: fn(&mut SchemaGenerator) -> Option<Schema>,
    pub(super) body_media_type: Option<&'static str>,
    pub(super) body_other_media_types: &'static [&'static str],
    pub(super) body_required: bool,
    pub(super) data: fn(&mut SchemaGenerator) -> Schema,
}

impl Shapes {
    pub(crate) fn of<P: JsonSchema, Q: JsonSchema, B: Body, D: Data>() -> Self {
        Self {
            path: P::json_schema,
            query: Q::json_schema,
            body: B::schema,
            body_media_type: B::MEDIA_TYPE,
            body_other_media_types: B::OTHER_MEDIA_TYPES,
            body_required: B::REQUIRED,
            data: |generator| generator.subschema_for::<D::Shape>(),
        }
    }
    /// Whether the query has a cursor.
    pub(crate) fn has_cursor(&self) -> bool {
        let described = (self.query)(&mut SchemaGenerator::default());
        described.get("properties").is_some_and(|properties| properties.get("cursor").is_some())
    }
}
