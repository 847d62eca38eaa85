import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { readManifest } from './backup-manifest';

describe('readManifest', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'corebank-manifest-'));
  afterAll(() => fs.rmSync(folder, { recursive: true }));
  const read = (text: string): unknown => {
    fs.writeFileSync(path.join(folder, 'manifest.json'), text);
    return readManifest(folder);
  };

  it('reads the manifest of a complete backup', () => {
    const manifest = { format: 1, files: [], institutions: [] };
    expect(read(JSON.stringify(manifest))).toEqual(manifest);
  });

  it.each([
    ['cut off', '{"format": 1, "files": ['],
    ['empty', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['without files', '{"format": 1, "institutions": []}'],
    ['without institutions', '{"format": 1, "files": []}'],
  ])('refuses one that is %s as damaged', (_, text) => {
    expect(() => read(text)).toThrow(/^The backup is damaged: manifest\.json/);
  });

  it('refuses another format, and a folder without a manifest', () => {
    expect(() => read('{"format": 2}')).toThrow('The backup has format 2; this program reads format 1.');
    expect(() => readManifest(os.tmpdir())).toThrow(/is no complete backup/);
  });
});
