//! Rebuilds the binary after the widget or the dashboard was rebuilt. Both are embedded in it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../widget/dist");
    println!("cargo:rerun-if-changed=../../dashboard/dist");
}
