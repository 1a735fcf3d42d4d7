//! Tests of logos with files that are right, and with hostile ones.

use super::*;

fn chunk(kind: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let mut checked = crc32fast::Hasher::new();
    checked.update(kind);
    checked.update(data);
    let length = u32::try_from(data.len()).expect("a small chunk").to_be_bytes();
    [&length[..], kind, data, &checked.finalize().to_be_bytes()].concat()
}

/// A file with these chunks after its header: `color` is the number of PNG.
fn file((width, height): (u32, u32), (depth, color, interlaced): (u8, u8, u8), chunks: &[Vec<u8>]) -> Vec<u8> {
    let header = [&width.to_be_bytes()[..], &height.to_be_bytes(), &[depth, color, 0, 0, interlaced]].concat();
    [&SIGNATURE[..], &chunk(b"IHDR", &header), &chunks.concat(), &chunk(b"IEND", &[])].concat()
}

/// A zlib stream of stored blocks, without compression.
fn stored(data: &[u8]) -> Vec<u8> {
    let mut stream = vec![0x78, 0x01];
    let mut blocks = data.chunks(0xffff).peekable();
    while let Some(block) = blocks.next() {
        let length = u16::try_from(block.len()).expect("a block");
        stream.push(u8::from(blocks.peek().is_none()));
        stream.extend([length.to_le_bytes(), (!length).to_le_bytes()].concat());
        stream.extend(block);
    }
    let (mut low, mut high) = (1_u32, 0_u32);
    for byte in data {
        low = (low + u32::from(*byte)) % 65_521;
        high = (high + low) % 65_521;
    }
    stream.extend((high << 16 | low).to_be_bytes());
    stream
}

fn data(bytes: &[u8]) -> Vec<u8> {
    chunk(b"IDAT", &stored(bytes))
}

/// A file of one color as a program packs it.
fn packed(width: u32, height: u32) -> Vec<u8> {
    let mut png = Vec::new();
    let mut encoder = Encoder::new(&mut png, width, height);
    encoder.set_color(ColorType::Rgba);
    let mut writer = encoder.write_header().expect("a header");
    writer.write_image_data(&vec![0x7f; width as usize * height as usize * 4]).expect("pixels");
    writer.finish().expect("an end");
    png
}

fn check(file: &[u8]) -> Result<BrandLogo, String> {
    BrandLogo::check("brand.logoPng", &STANDARD.encode(file)).map_err(|one| {
        assert_eq!(one.path, "brand.logoPng");
        assert!(one.message.starts_with("brand.logoPng ") && one.message.ends_with('.'), "{}", one.message);
        one.code
    })
}

fn pixels_of(file: &[u8]) -> (ColorType, Vec<u8>) {
    let mut reader = Decoder::new(Cursor::new(file)).read_info().expect("a file");
    let mut pixels = vec![0; reader.output_buffer_size().expect("a size")];
    let color = reader.next_frame(&mut pixels).expect("pixels").color_type;
    (color, pixels)
}

const TWO_ROWS: [u8; 14] = [0, 1, 2, 3, 4, 5, 6, 0, 7, 8, 9, 10, 11, 12];

#[test]
fn a_stored_logo_contains_its_pixels_and_nothing_else_of_the_file() {
    let text = [
        chunk(b"tEXt", b"Comment\0<script>alert(1)</script>"),
        chunk(b"iTXt", b"XML:com.adobe.xmp\0\0\0\0\0secret"),
        chunk(b"eXIf", b"MM\0\x2asecret"),
        data(&TWO_ROWS),
    ];
    let mut with_text = file((2, 2), (8, 2, 0), &text);
    with_text.extend(b"<?php secret ?>");
    let plain = check(&file((2, 2), (8, 2, 0), &[data(&TWO_ROWS)])).expect("a logo");
    let logo = check(&with_text).expect("a logo");
    assert_eq!(logo, plain);
    assert_eq!(pixels_of(&logo.png), (ColorType::Rgb, vec![1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]));
    assert!(!logo.png.windows(6).any(|part| part == b"secret" || part == b"script"));
    assert_eq!(logo.digest.len(), LOGO_DIGEST_CHARACTERS);
}

#[test]
fn interlaced_files_palettes_and_transparent_colors_keep_their_look() {
    let interlaced = check(&file((1, 1), (8, 0, 1), &[data(&[0, 9])])).expect("a logo");
    assert_eq!(pixels_of(&interlaced.png), (ColorType::Grayscale, vec![9]));
    let palette = [chunk(b"PLTE", &[1, 2, 3, 4, 5, 6]), chunk(b"tRNS", &[0, 255]), data(&[0, 0b0100_0000])];
    let indexed = check(&file((2, 1), (1, 3, 0), &palette)).expect("a logo");
    assert_eq!(pixels_of(&indexed.png), (ColorType::Indexed, vec![0b0100_0000]));
    assert!(indexed.png.windows(4).any(|part| part == b"tRNS"));
    let keyed = check(&file((1, 1), (8, 0, 0), &[chunk(b"tRNS", &[0, 9]), data(&[0, 9])])).expect("a logo");
    assert_eq!(pixels_of(&keyed.png), (ColorType::GrayscaleAlpha, vec![9, 0]));
    let deep = check(&file((1, 1), (16, 0, 0), &[data(&[0, 9, 8])])).expect("a logo");
    assert_eq!(pixels_of(&deep.png), (ColorType::Grayscale, vec![9]));
}

#[test]
fn what_is_no_small_still_png_is_refused_by_its_reason() {
    let animated = [chunk(b"acTL", &[0, 0, 0, 1, 0, 0, 0, 0]), data(&TWO_ROWS)];
    let cases: [(&[u8], &str); 13] = [
        (b"GIF89a", "NOT_A_PNG"),
        (b"", "NOT_A_PNG"),
        (&SIGNATURE, "UNREADABLE_PNG"),
        (&file((2, 2), (8, 2, 0), &[]), "UNREADABLE_PNG"),
        (&file((2, 2), (8, 2, 0), &[data(&TWO_ROWS[..9])]), "UNREADABLE_PNG"),
        (&file((2, 2), (8, 2, 0), &[chunk(b"IDAT", b"not zlib")]), "UNREADABLE_PNG"),
        (&file((0, 2), (8, 2, 0), &[data(&[])]), "UNREADABLE_PNG"),
        (&file((2, 2), (8, 5, 0), &[data(&TWO_ROWS)]), "UNREADABLE_PNG"),
        (&file((2, 1), (1, 3, 0), &[data(&[0, 0])]), "UNREADABLE_PNG"),
        (&file((2, 2), (8, 2, 0), &animated), "ANIMATED"),
        (&file((MAX_LOGO_PIXELS + 1, 1), (8, 2, 0), &[data(&TWO_ROWS)]), "TOO_MANY_PIXELS"),
        (&file((20_000, 20_000), (8, 6, 0), &[data(&[])]), "TOO_MANY_PIXELS"),
        (&[packed(1, 1), vec![0; MAX_LOGO_BYTES]].concat(), "TOO_LARGE"),
    ];
    for (found, code) in cases {
        assert_eq!(check(found), Err(code.to_owned()), "{code}: {} bytes", found.len());
    }
    assert_eq!(BrandLogo::check("p", "not base64").map_err(|one| one.code), Err("INVALID_BASE64".to_owned()));
    assert_eq!(BrandLogo::check("p", &"A".repeat(MAX_LOGO_BYTES * 2)).map_err(|one| one.code), Err("TOO_LARGE".into()));
}

#[test]
fn the_largest_logo_is_accepted_and_stays_small() {
    let logo = check(&packed(MAX_LOGO_PIXELS, MAX_LOGO_PIXELS)).expect("a logo");
    assert!(logo.png.len() <= MAX_STORED_LOGO_BYTES, "{} bytes", logo.png.len());
}

#[test]
fn data_that_unpacks_to_more_than_the_pixels_is_not_stored() {
    let bomb = [TWO_ROWS.to_vec(), vec![0; 40_000]].concat();
    let logo = check(&file((2, 2), (8, 2, 0), &[data(&bomb)])).expect("its pixels");
    assert!(logo.png.len() < 200, "{} bytes", logo.png.len());
}
