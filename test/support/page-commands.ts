import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { PROJECT_ROOT } from './source-tree';

/** A fenced block of a page. */
export interface Block {
  language: string;
  text: string;
  /** The HTML comment on the line above: `prelude`, `not run: reason`, or empty. */
  note: string;
  line: number;
}

/** Commands of a page with the output that the page shows after them; undefined where it shows none. */
export interface Commands {
  line: number;
  text: string;
  shown: { language: string; text: string } | undefined;
}

/** The fenced blocks of a page of the repository. */
export function blocksOf(file: string): Block[] {
  const lines = readFileSync(path.join(PROJECT_ROOT, file), 'utf8').split('\n');
  const blocks: Block[] = [];
  let open: Block | undefined;
  for (const [index, line] of lines.entries()) {
    if (!line.startsWith('```')) {
      if (open) open.text += `${line}\n`;
      continue;
    }
    if (open) {
      blocks.push(open);
      open = undefined;
    } else {
      const [, note = ''] = /^<!-- (.*) -->$/.exec(lines[index - 1] ?? '') ?? [];
      open = { language: line.slice(3).trim(), text: '', note, line: index + 1 };
    }
  }
  return blocks;
}

/** The commands of a page that are run, in order. */
export function commandsOf(file: string): Commands[] {
  const blocks = blocksOf(file);
  return blocks.flatMap(({ language, text, note, line }, index) => {
    if (language !== 'sh' || note.startsWith('not run: ')) return [];
    const next = blocks[index + 1];
    const shown = next && ['json', 'text'].includes(next.language) && next.note === '' ? next : undefined;
    return [{ line, text, shown }];
  });
}

/** The commands of a page that other pages begin with. */
export function preludeOf(file: string): string[] {
  return blocksOf(file).flatMap(({ note, text }) => (note === 'prelude' ? [text] : []));
}

const MARK = '-----8<----- ';

/**
 * Runs commands in one shell, one after the other.
 * @returns the standard output of each
 */
export async function runCommands(texts: readonly string[], cwd: string, env: NodeJS.ProcessEnv): Promise<string[]> {
  const script = texts.map((text, index) => `echo '${MARK}${index}'\n${text}`).join('\n');
  const child = spawn('bash', ['-s'], { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(script);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (output += text));
  await new Promise((resolve, reject) => child.once('error', reject).once('close', resolve));
  return texts.map((_, index) => {
    const from = output.indexOf(`${MARK}${index}\n`);
    const to = output.indexOf(`${MARK}${index + 1}\n`);
    if (from === -1) throw new Error(`The shell ended before command ${index + 1}:\n${output}`);
    return output.slice(from + `${MARK}${index}\n`.length, to === -1 ? undefined : to);
  });
}
