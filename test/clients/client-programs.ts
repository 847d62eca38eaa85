import { execFile, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const ROOT = path.resolve(__dirname, '..', '..');
const SOURCES = path.join(ROOT, 'clients');
const DOCUMENT = path.join(ROOT, 'openapi', 'openapi.json');
/** What was generated before is used again while the document and the programs are the same. */
const CACHE = path.join(os.tmpdir(), 'corebank-clients');

const OAPI_CODEGEN = 'github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.5.0';
const OPENAPI_GENERATOR = 'org.openapitools:openapi-generator-cli:7.16.0';
const OPENAPI_PYTHON_CLIENT = 'openapi-python-client==0.29.1';

/** Files of a program, and folders that are made from them. */
const SOURCE = /\.(ts|json|go|mod|sum|py|java)$/;
const MADE = /(^|\/)(node_modules|dist|generated)(\/|$)/;

/** A program in one language that passes the conformance suite with a generated client. */
export interface ClientProgram {
  language: string;
  /** Programs of the toolchain, with the argument by which they tell their version. */
  tools: [program: string, argument: string][];
  /** Folders below clients/ that it is made of. */
  sources: string;
  /** Generates the client in a folder with the sources and compiles it. */
  build(folder: string): Promise<void>;
  /** The command that runs it. */
  command(folder: string): string[];
}

/** Runs a command. @throws Error with the end of its output when it fails. @returns its output */
export async function execute(folder: string, command: string[], environment: NodeJS.ProcessEnv = {}): Promise<string> {
  const [program, ...args] = command as [string, ...string[]];
  const options = { cwd: folder, env: { ...process.env, NODE_OPTIONS: '', ...environment }, maxBuffer: 64 << 20 };
  const { stdout } = await run(program, args, options).catch((error: Error & { stdout?: string; stderr?: string }) => {
    throw new Error(`${command.join(' ')}\n${error.stdout?.slice(-3_000)}\n${error.stderr?.slice(-3_000)}`);
  });
  return stdout;
}

/** The document in OpenAPI 3.0, as the service answers it at `/docs/openapi-3.0.json`. */
async function document30(folder: string): Promise<string> {
  const program = path.join(ROOT, 'dist', 'openapi.js');
  if (!existsSync(program)) throw new Error('dist/openapi.js is missing; run `npm run build` first.');
  await execute(ROOT, [process.execPath, program, '--3.0', folder]);
  return path.join(folder, 'openapi-3.0.json');
}

const TYPESCRIPT: ClientProgram = {
  language: 'TypeScript',
  tools: [['npm', '--version']],
  sources: 'typescript',
  async build(folder) {
    await execute(folder, ['npm', 'ci', '--ignore-scripts', '--no-audit', '--no-fund']);
    await execute(folder, ['npx', 'openapi-typescript', DOCUMENT, '-o', 'src/generated/api.ts']);
    await execute(folder, ['npm', 'run', 'build']);
    await execute(folder, ['npm', 'test']);
  },
  command: () => [process.execPath, 'dist/test/conformance.js'],
};

const GO: ClientProgram = {
  language: 'Go',
  tools: [['go', 'version']],
  sources: 'conformance/go',
  async build(folder) {
    await execute(folder, ['go', 'install', OAPI_CODEGEN], { GOBIN: path.join(CACHE, 'bin') });
    mkdirSync(path.join(folder, 'api'), { recursive: true });
    const generator = [path.join(CACHE, 'bin', 'oapi-codegen'), '-generate', 'types,client', '-package', 'api'];
    await execute(folder, [...generator, '-o', 'api/api.go', await document30(folder)]);
    await execute(folder, ['go', 'build', '-o', 'conformance', '.']);
  },
  command: (folder) => [path.join(folder, 'conformance')],
};

const PYTHON: ClientProgram = {
  language: 'Python',
  tools: [['python3', '--version']],
  sources: 'conformance/python',
  async build(folder) {
    await execute(folder, ['python3', '-m', 'venv', 'venv']);
    await execute(folder, ['venv/bin/pip', 'install', '--quiet', OPENAPI_PYTHON_CLIENT]);
    const generator = ['venv/bin/openapi-python-client', 'generate', '--path', DOCUMENT];
    await execute(folder, [...generator, '--output-path', 'corebank_client', '--overwrite', '--meta', 'none']);
  },
  command: () => ['venv/bin/python', 'conformance.py'],
};

const JAVA_OPTIONS =
  'hideGenerationTimestamp=true,invokerPackage=corebank,apiPackage=corebank.api,modelPackage=corebank.model';
const JAVA_PARTS = 'apis,models,supportingFiles,apiTests=false,modelTests=false,apiDocs=false,modelDocs=false';

const JAVA: ClientProgram = {
  language: 'Java',
  tools: [
    ['javac', '--version'],
    ['mvn', '--version'],
  ],
  sources: 'conformance/java',
  async build(folder) {
    const jars = path.join(CACHE, 'jar');
    await execute(folder, [
      'mvn',
      '-q',
      '-B',
      'dependency:copy',
      `-Dartifact=${OPENAPI_GENERATOR}`,
      `-DoutputDirectory=${jars}`,
    ]);
    const jar = readdirSync(jars).find((name) => name.startsWith('openapi-generator-cli-'));
    const generator = [
      'java',
      '-Xmx768m',
      '-jar',
      path.join(jars, jar!),
      'generate',
      '-g',
      'java',
      '--library',
      'okhttp-gson',
    ];
    const target = ['-o', 'generated', '-p', JAVA_OPTIONS, '--global-property', JAVA_PARTS];
    await execute(folder, [...generator, '-i', await document30(folder), ...target]);
    const project = path.join(folder, 'generated');
    cpSync(path.join(folder, 'Conformance.java'), path.join(project, 'src/main/java/Conformance.java'));
    // The programs need records, which are younger than the generated project asks for.
    const release = ['-Dmaven.compiler.source=17', '-Dmaven.compiler.target=17', '-Dmaven.test.skip=true'];
    const goals = [
      'compile',
      'dependency:build-classpath',
      '-Dmdep.outputFile=classpath',
      '-Dmdep.includeScope=runtime',
    ];
    await execute(project, ['mvn', '-q', '-B', ...release, ...goals]);
  },
  command: (folder) => {
    const libraries = readFileSync(path.join(folder, 'generated', 'classpath'), 'utf8').trim();
    return ['java', '-cp', `${path.join(folder, 'generated/target/classes')}:${libraries}`, 'Conformance'];
  },
};

export const CLIENT_PROGRAMS = [TYPESCRIPT, GO, PYTHON, JAVA];

/** The programs of the toolchain that this machine lacks. */
export function missingTools({ tools }: ClientProgram): string[] {
  return tools.filter(([program, argument]) => spawnSync(program, [argument]).status !== 0).map(([program]) => program);
}

/** Builds the program, or takes what was built for the same document and sources before. @returns its folder */
export async function built(program: ClientProgram): Promise<string> {
  const sources = path.join(SOURCES, program.sources);
  const hash = createHash('sha256').update(readFileSync(DOCUMENT)).update(program.build.toString());
  for (const file of readdirSync(sources, { recursive: true, encoding: 'utf8' }).sort())
    if (SOURCE.test(file) && !MADE.test(file)) hash.update(readFileSync(path.join(sources, file)));
  const folder = path.join(CACHE, `${program.language.toLowerCase()}-${hash.digest('hex').slice(0, 16)}`);
  const ready = path.join(folder, '.ready');
  if (existsSync(ready)) return folder;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(CACHE, { recursive: true });
  cpSync(sources, folder, { recursive: true, filter: (file) => !MADE.test(path.relative(sources, file)) });
  await program.build(folder);
  writeFileSync(ready, '');
  return folder;
}

/** Runs a built program. @returns the steps that it passed, in order */
export async function stepsOf(
  program: ClientProgram,
  folder: string,
  environment: Record<string, string>,
): Promise<string[]> {
  const output = await execute(folder, program.command(folder), environment);
  return [...output.matchAll(/^passed (.+)$/gm)].map(([, step]) => step!);
}

/** Installs a program of npm once, beside the generated clients. @returns the folder of its commands */
export async function installed(spec: string): Promise<string> {
  const folder = path.join(CACHE, spec.replace(/\W+/g, '-'));
  const ready = path.join(folder, '.ready');
  if (!existsSync(ready)) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path.join(folder, 'package.json'), '{ "private": true }');
    await execute(folder, ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', spec]);
    writeFileSync(ready, '');
  }
  return path.join(folder, 'node_modules', '.bin');
}
