// Packs the built page and the engine's package for the program: node tools/pack.mjs FOLDER NETWORK
// In the folder: page.bin, the bytes of all files and of their compressed forms, and
// embedded_page.cpp, which includes it and says what is where (src/server/serve/http/page.hpp). The program has NETWORK
// already: the page's large network, if it is the same file, is not stored again.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { types } from './serve.mjs';

const web = dirname(dirname(fileURLToPath(import.meta.url)));
const [folder, network] = process.argv.slice(2);
const worthwhile = 0.95; // a compressed form must be smaller than this share of the file
// Of larger files, the highest quality takes more than twice the time of the one below and saves a hundredth.
const large = 100_000;
// Still larger ones have no second compressed form: every browser takes Brotli where the network is slow.
const huge = 4_000_000;
const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants;

const filesBelow = (root, keeps = () => true) =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter(keeps);

const isScript = (file) => file.endsWith('.js');
const packed = [
  ...filesBelow(join(web, 'dist')).map((file) => [`/${file}`, join(web, 'dist', file)]),
  ...filesBelow(join(web, 'engine/dist'), isScript).map((file) => [
    `/engine/dist/${file}`,
    join(web, 'engine/dist', file),
  ]),
  ...filesBelow(join(web, 'engine/wasm')).map((file) => [
    `/engine/wasm/${file}`,
    join(web, 'engine/wasm', file),
  ]),
].sort(([a], [b]) => (a < b ? -1 : 1));

// Identical contents are stored once.
const keyOf = (bytes) => createHash('sha256').update(bytes).digest('hex');
const parts = [];
const places = new Map([[keyOf(readFileSync(network)), 'network()']]);
let size = 0;
function place(bytes) {
  const key = keyOf(bytes);
  if (!places.has(key)) {
    places.set(key, `part(${size}, ${bytes.length})`);
    parts.push(bytes);
    size += bytes.length;
  }
  return places.get(key);
}

const compressed = new Map();
function compress(tag, bytes) {
  if (!compressed.has(tag)) {
    const params = {
      [BROTLI_PARAM_SIZE_HINT]: bytes.length,
      [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY - (bytes.length > large ? 1 : 0),
    };
    const gzip = bytes.length > huge ? bytes : gzipSync(bytes, { level: 9 });
    const forms = [gzip, brotliCompressSync(bytes, { params })];
    compressed.set(
      tag,
      forms.map((form) => (form.length < bytes.length * worthwhile ? place(form) : '{}')),
    );
  }
  return compressed.get(tag);
}

const rows = packed.map(([path, file]) => {
  const bytes = readFileSync(file);
  const tag = createHash('sha256').update(bytes).digest('hex').slice(0, 16);
  const [gzip, brotli] = compress(tag, bytes);
  const type = types[extname(file)] ?? 'application/octet-stream';
  const isNamedAfterContent = path.startsWith('/assets/');
  return `    {${JSON.stringify(path)}, ${JSON.stringify(type)}, "${tag}", ${isNamedAfterContent},
     ${place(bytes)}, ${gzip}, ${brotli}},\n`;
});

mkdirSync(folder, { recursive: true });
const data = join(folder, 'page.bin');
writeFileSync(data, Buffer.concat(parts));
// The rows contain a hash of every file, so that the source changes whenever page.bin does; a compiler
// cache does not look into that.
writeFileSync(
  join(folder, 'embedded_page.cpp'),
  `// Made by web/tools/pack.mjs.
#include "engine/eval/nnue/embedded_network.hpp"
#include "serve/http/page.hpp"

asm(R"(
    .section .rodata
    .hidden kibitz_page_bytes
    .global kibitz_page_bytes
kibitz_page_bytes:
    .incbin ${JSON.stringify(data)}
    .text
)");

extern "C" const char kibitz_page_bytes[];

namespace kibitz::serve {

namespace {

constexpr std::string_view part(std::size_t begin, std::size_t size) {
    return {kibitz_page_bytes + begin, size};
}

std::string_view network() {
    const auto bytes = nnue::embedded_network();
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

const PageFile files[] = {
${rows.join('')}};

}  // namespace

std::span<const PageFile> embedded_page() { return files; }

}  // namespace kibitz::serve
`,
);
