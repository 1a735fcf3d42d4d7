#!/usr/bin/env bash
# Lays out the files of the image: `image_tree.sh BINARY FOLDER`. Run when the image is built, and by the tests that start it.
# FOLDER/system has the files that never change, FOLDER/writable those that belong to the service.
#
# The binary is linked only with the C library. The libraries that it names are copied with it, and the loader; a static binary
# names none. The binary contains the time zones and the root certificates of TLS, so nothing else is needed.
set -euo pipefail

binary="$1" system="$2/system" writable="$2/writable"
# Libraries that the image may contain: those of the C library, and the compiler's libgcc_s. Any other would be a
# dependency that nobody decided on.
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
# Host names: from the file, then from the name servers. The C library contains both.
printf 'hosts: files dns\n' >"$system/etc/nsswitch.conf"
