#!/usr/bin/env bash
# Lays out the files of the image: `image_tree.sh BINARY FOLDER`. Run as the image is built, and by the suite that starts it.
# FOLDER/system is what nobody changes, FOLDER/writable what belongs to the service.
#
# The binary is linked with the C library alone; what it names is copied beside it, with the loader. A static one names
# nothing. It brings the zones of the world and the roots of TLS itself, so nothing else is needed.
set -euo pipefail

binary="$1" system="$2/system" writable="$2/writable"
# Libraries that the image may hold: the C library's own. Any other would be a dependency that nobody decided on.
allowed='^(libc|libm|libgcc_s|libdl|libpthread|librt|ld-linux-[a-z0-9_-]+)\.so(\.[0-9]+)*$'

mkdir -p "$system"/{etc,usr/bin} "$writable"/{data,tmp}
chmod 700 "$writable"/{data,tmp}
install -m 755 "$binary" "$system/usr/bin/askline"
libraries=""
if [[ "$(readelf --program-headers --wide "$binary")" == *" INTERP "* ]]; then
  libraries="$(ldd "$binary" | grep -oE '/[^ ]+\.so[^ ]*')"
fi
for library in $libraries; do
  name="$(basename "$library")"
  if ! [[ "$name" =~ $allowed ]]; then
    echo "the binary needs $library, which the image has no place for" >&2
    exit 1
  fi
  mkdir -p "$system$(dirname "$library")"
  cp -L "$library" "$system$library"
done
printf 'root:x:0:0:root:/:/nonexistent\naskline:x:10001:10001:Askline:/data:/nonexistent\n' >"$system/etc/passwd"
printf 'root:x:0:\naskline:x:10001:\n' >"$system/etc/group"
# Names of hosts: the file, then the name servers; both are parts of the C library.
printf 'hosts: files dns\n' >"$system/etc/nsswitch.conf"
