import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '..', '..');
const RELEASES = path.join(ROOT, 'test', 'operation', 'releases.json');
/** The parts of a release that its server needs. */
const PARTS = ['src', 'scripts', 'package.json', 'tsconfig.json'];

/** A release and the commit that it was made of. */
export interface Release {
  version: string;
  commit: string;
}

function git(...args: string[]): { status: number | null; stdout: Buffer } {
  return spawnSync('git', args, { cwd: ROOT, maxBuffer: 256 * 1024 ** 2 });
}

/** The release before the present sources, from test/operation/releases.json; undefined where git lacks its commit. */
export function previousRelease(): Release | undefined {
  const release = (JSON.parse(readFileSync(RELEASES, 'utf8')) as Release[]).at(-1);
  if (release === undefined) throw new Error(`${RELEASES} names no release.`);
  if (git('cat-file', '-e', `${release.commit}^{commit}`).status === 0) return release;
  // A copy without history, such as a shallow clone or an archive, has nothing to upgrade from.
  const isWhole = git('rev-parse', '--is-shallow-repository').stdout?.toString().trim() === 'false';
  if (isWhole) throw new Error(`The history lacks the commit ${release.commit} of release ${release.version}.`);
  return undefined;
}

/** The sources of a release in a folder of their own, which run with the present dependencies. */
export class ReleasedProgram {
  private constructor(readonly folder: string) {}

  /** @param more parts beside those of the server */
  static unpack({ commit }: Release, ...more: string[]): ReleasedProgram {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-release-'));
    const archive = git('archive', '--format=tar', commit, ...PARTS, ...more);
    const unpacked = spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
    if (archive.status !== 0 || unpacked.status !== 0) throw new Error(`The release ${commit} could not be unpacked.`);
    symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    mkdirSync(path.join(folder, 'data'));
    return new ReleasedProgram(folder);
  }

  /** Arguments of node that start its server. */
  get server(): string[] {
    return [
      '-r',
      path.join(this.folder, 'scripts', 'lib', 'register-swc.cjs'),
      path.join(this.folder, 'src', 'main.ts'),
    ];
  }

  get dataFolder(): string {
    return path.join(this.folder, 'data');
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }
}
