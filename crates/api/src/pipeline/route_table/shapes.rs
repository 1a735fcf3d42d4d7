//! Describes the input and the output of a route.

use schemars::{JsonSchema, Schema, SchemaGenerator};

use crate::pipeline::{request::input::Body, response::reply::Data};

/// The schemas of the input and the output of a route.
pub struct Shapes {
    pub(crate) path: fn(&mut SchemaGenerator) -> Schema,
    pub(crate) query: fn(&mut SchemaGenerator) -> Schema,
    pub(crate) body: fn(&mut SchemaGenerator) -> Option<Schema>,
    pub(crate) body_media_type: Option<&'static str>,
    pub(crate) body_other_media_types: &'static [&'static str],
    pub(crate) body_required: bool,
    pub(crate) data: fn(&mut SchemaGenerator) -> Schema,
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
