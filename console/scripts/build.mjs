// Builds the console into console/dist: what it knows of the API, the bundle, and a copy of each file compressed with
// Brotli, which the server sends as it is; and what the server writes into the document of each page.
import { spawnSync } from 'node:child_process';
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';
import { pageFacts } from './page-facts.mjs';

const folder = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const vite = path.join(path.dirname(createRequire(import.meta.url).resolve('vite/package.json')), 'bin', 'vite.js');

for (const args of [[path.join(folder, 'scripts', 'generate.mjs')], [vite, 'build', '--logLevel', 'warn']]) {
  const { status } = spawnSync(process.execPath, args, { cwd: folder, stdio: 'inherit' });
  if (status !== 0) process.exit(1);
}
const assets = path.join(folder, 'dist', 'assets');
for (const name of readdirSync(assets).filter((file) => /\.(js|css|svg)$/.test(file)))
  writeFileSync(path.join(assets, `${name}.br`), brotliCompressSync(readFileSync(path.join(assets, name))));
writeFileSync(path.join(folder, 'dist', 'pages.json'), JSON.stringify(pageFacts(folder)));
for (const picture of ['page.html', 'record.html', 'case.html', 'sign-in.html'])
  copyFileSync(path.join(folder, 'src', 'first-pictures', picture), path.join(folder, 'dist', picture));
