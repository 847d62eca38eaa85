// Lets plain Node `require` TypeScript files, with stack traces that point into them. Also usable as `node -r`. The
// results are kept in `.cache/swc` by the digest of their source, so that a program starts from sources in a moment.
const { createHash } = require('node:crypto');
const { mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const path = require('node:path');
const { transformSync } = require('@swc/core');
const { version } = require('@swc/core/package.json');
const swcOptions = require('./swc-options.cjs');

const OPTIONS = swcOptions('typescript');
const CACHE = path.join(__dirname, '..', '..', '.cache', 'swc');
const MISSING = 'ENOENT';

process.setSourceMapsEnabled(true);
require.extensions['.ts'] = (module, filename) => module._compile(codeOf(filename), filename);

/** The JavaScript of a file; its source map names the file, which is therefore part of the digest. */
function codeOf(filename) {
  const source = readFileSync(filename, 'utf8');
  const digest = createHash('sha256').update([version, JSON.stringify(OPTIONS), filename, source].join('\0'));
  const kept = path.join(CACHE, `${digest.digest('hex')}.js`);
  try {
    return readFileSync(kept, 'utf8');
  } catch (error) {
    if (error.code !== MISSING) throw error;
  }
  const { code } = transformSync(source, { ...OPTIONS, filename });
  keep(kept, code);
  return code;
}

/** Writes under another name first: programs that start together read whole files only. */
function keep(file, code) {
  const written = `${file}.${process.pid}`;
  try {
    mkdirSync(CACHE, { recursive: true });
    writeFileSync(written, code);
    renameSync(written, file);
  } catch {
    // A folder that cannot be written, as in an image, costs time and nothing else.
  }
}
