//! Tests that the repository follows its style. The crate has no functions to call.

#[cfg(test)]
mod changes;
#[cfg(test)]
mod circles;
#[cfg(test)]
mod documents;
#[cfg(test)]
mod duplicates;
#[cfg(test)]
mod folders;
#[cfg(test)]
mod labels;
#[cfg(test)]
mod left;
#[cfg(test)]
mod lock_file;
#[cfg(test)]
mod manifests;
#[cfg(test)]
mod named_paths;
#[cfg(test)]
mod names;
#[cfg(test)]
mod sources;
#[cfg(test)]
mod test_names;
#[cfg(test)]
mod tree;
#[cfg(test)]
mod words;
