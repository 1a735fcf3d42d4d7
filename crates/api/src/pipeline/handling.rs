//! Re-exports what handlers use: their input and their responses.

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
