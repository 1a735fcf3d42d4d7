//! What handlers are written with: what they get, and what they answer with.

pub use super::{
    call::Call,
    caller::{Caller, NoTenant, OrgAccess, SiteAccess},
    error::{ApiError, Code},
    request::{
        cursor::{Cursor, PageQuery},
        input::{Input, Json, Nothing, OptionalJson},
    },
    response::reply::{Items, Pagination, Ready, Reply},
};
