//! Tests that keep the repository to its style. There is nothing here to call.

#[cfg(test)]
mod documents;
#[cfg(test)]
mod manifests;
#[cfg(test)]
mod sources;
#[cfg(test)]
mod tree;
#[cfg(test)]
mod words;
