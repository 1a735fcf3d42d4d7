//! Builds the binary again when the widget was built anew: the script is embedded in it.

fn main() {
    println!("cargo:rerun-if-changed=build.rs");
    println!("cargo:rerun-if-changed=../../widget/dist");
}
