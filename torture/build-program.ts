import * as fs from 'node:fs';
import * as path from 'node:path';
import { transformSync } from '@swc/core';
import swcOptions from '../scripts/lib/swc-options.cjs';

/** The folder of the present sources. */
export const PRESENT = path.resolve(__dirname, '..');

/**
 * The program of the sources below a folder, as they are now, in a folder of the run: a change meanwhile changes
 * nothing, and a sabotage harms nobody else.
 */
export function buildProgram(root: string, folder: string): string {
  const sources = path.join(root, 'src');
  const program = path.join(folder, 'dist');
  for (const entry of fs.readdirSync(sources, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(program, path.relative(sources, source));
    if (!entry.isFile() || source.endsWith('.spec.ts')) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (source.endsWith('.ts')) fs.writeFileSync(target.replace(/\.ts$/, '.js'), compile(source));
    else fs.copyFileSync(source, target);
  }
  fs.copyFileSync(path.join(root, 'package.json'), path.join(folder, 'package.json'));
  fs.symlinkSync(path.join(PRESENT, 'node_modules'), path.join(folder, 'node_modules'));
  return program;
}

function compile(source: string): string {
  return transformSync(fs.readFileSync(source, 'utf8'), {
    ...swcOptions('typescript'),
    sourceMaps: false,
    filename: source,
  }).code;
}
