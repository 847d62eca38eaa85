import * as fs from 'node:fs';
import * as path from 'node:path';
import { transformSync } from '@swc/core';
import swcOptions from '../scripts/lib/swc-options.cjs';
import type { Sabotage } from './sabotage';

const ROOT = path.resolve(__dirname, '..');
const SOURCES = path.join(ROOT, 'src');

/**
 * The program as its sources are now, in a folder of the run: a change meanwhile changes nothing, and a sabotage harms
 * nobody else.
 */
export function buildProgram(folder: string, sabotage: Sabotage | undefined): string {
  const program = path.join(folder, 'program', 'dist');
  for (const entry of fs.readdirSync(SOURCES, { recursive: true, withFileTypes: true })) {
    const source = path.join(entry.parentPath, entry.name);
    const target = path.join(program, path.relative(SOURCES, source));
    if (!entry.isFile() || source.endsWith('.spec.ts')) continue;
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (source.endsWith('.ts')) fs.writeFileSync(target.replace(/\.ts$/, '.js'), compile(source));
    else fs.copyFileSync(source, target);
  }
  fs.copyFileSync(path.join(ROOT, 'package.json'), path.join(folder, 'program', 'package.json'));
  fs.symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'program', 'node_modules'));
  sabotage?.program?.(program);
  return program;
}

function compile(source: string): string {
  return transformSync(fs.readFileSync(source, 'utf8'), {
    ...swcOptions('typescript'),
    sourceMaps: false,
    filename: source,
  }).code;
}
