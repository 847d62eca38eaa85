import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT, readSource } from '../support/source-tree';

/** What an image is when it runs, beside its files. */
export interface BuiltImage {
  /** The folder that stands for its root. */
  root: string;
  workdir: string;
  environment: Record<string, string>;
  user: string;
  command: string[];
  healthCheck: string[];
}

interface Step {
  instruction: string;
  rest: string;
}

/** The steps of a Dockerfile; a line that ends with a backslash goes on in the next. */
function stepsOf(file: string): Step[] {
  return readSource(file)
    .replace(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => ({ instruction: line.split(' ', 1)[0]!, rest: line.slice(line.indexOf(' ') + 1).trim() }));
}

/** What `.dockerignore` lets into the build: it leaves out everything but the lines that begin with `!`. */
function buildContext(): string[] {
  const [first, ...lines] = readSource('.dockerignore').trim().split('\n');
  if (first !== '**') throw new Error('.dockerignore must leave out everything but what it names.');
  const wanted = lines.map((line) => new RegExp(`^${line.slice(1).replaceAll('.', '\\.').replace('*', '.*')}$`));
  return readdirSync(PROJECT_ROOT).filter((name) => wanted.some((pattern) => pattern.test(name)));
}

/**
 * Executes the steps of a Dockerfile without containers: every stage is a folder below `folder`, in which COPY copies
 * and RUN runs, with paths taken below it. What the base image brings is this machine's.
 * @returns the last stage
 */
export function executeDockerfile(file: string, folder: string): BuiltImage {
  const stages = new Map<string, BuiltImage>();
  let image: BuiltImage | undefined;
  for (const { instruction, rest } of stepsOf(file)) {
    if (instruction === 'FROM') {
      image = newStage(path.join(folder, `stage-${stages.size}`));
      stages.set(/ AS (\w+)$/.exec(rest)?.[1] ?? 'last', image);
    } else if (image) execute(image, stages, instruction, rest);
  }
  if (!image) throw new Error(`${file} has no stage.`);
  return image;
}

function newStage(root: string): BuiltImage {
  mkdirSync(root);
  return { root, workdir: '/', environment: {}, user: '0:0', command: [], healthCheck: [] };
}

function execute(image: BuiltImage, stages: Map<string, BuiltImage>, instruction: string, rest: string): void {
  const here = path.join(image.root, image.workdir);
  switch (instruction) {
    case 'WORKDIR':
      image.workdir = rest;
      mkdirSync(path.join(image.root, rest), { recursive: true });
      break;
    case 'ENV':
      for (const [, name, value] of rest.matchAll(/(\w+)=(\S+)/g)) image.environment[name!] = value!;
      break;
    case 'COPY':
      copy(here, stages, rest);
      break;
    case 'RUN':
      execFileSync('bash', ['-c', rest], {
        cwd: here,
        env: { PATH: process.env.PATH, HOME: process.env.HOME, ...image.environment },
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      break;
    case 'USER':
      image.user = rest;
      break;
    case 'CMD':
      image.command = JSON.parse(rest) as string[];
      break;
    case 'HEALTHCHECK':
      image.healthCheck = JSON.parse(rest.slice(rest.indexOf('CMD ') + 4)) as string[];
      break;
    case 'EXPOSE':
      break;
    default:
      throw new Error(`This test does not know the instruction ${instruction}.`);
  }
}

function copy(here: string, stages: Map<string, BuiltImage>, rest: string): void {
  const [, stage, from, to] = /^(?:--from=(\w+) )?(\S+) (\S+)$/.exec(rest)!;
  const target = path.join(here, to!);
  if (stage !== undefined) cpSync(path.join(stages.get(stage)!.root, from!), target, { recursive: true });
  else if (from === '.')
    for (const name of buildContext())
      cpSync(path.join(PROJECT_ROOT, name), path.join(target, name), { recursive: true });
  else throw new Error(`This test copies the whole context or from a stage, not ${from}.`);
}
