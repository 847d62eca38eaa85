/** What V8 writes with `--cpu-prof`: the tree of calls, and which of its nodes ran at each sample. */
export interface CpuProfile {
  nodes: { id: number; callFrame: { functionName: string; url: string }; children?: number[] }[];
  /** Microseconds of the system's monotonic clock. */
  startTime: number;
  samples: number[];
  /** Microseconds between a sample and the one before it. */
  timeDeltas: number[];
}

/** A function below its caller, with the processor time of all its calls from there. */
export interface Frame {
  name: string;
  source: FrameSource;
  totalUs: number;
  children: Frame[];
}

export type FrameSource = 'corebank' | 'packages' | 'node' | 'garbage';

const IDLE = new Set(['(idle)', '(root)']);

/** Time in which each node ran itself, between two moments of the monotonic clock. */
function ownTimes({ samples, timeDeltas, startTime }: CpuProfile, fromUs: number, toUs: number): Map<number, number> {
  const times = new Map<number, number>();
  let atUs = startTime;
  for (const [index, id] of samples.entries()) {
    const deltaUs = timeDeltas[index] ?? 0;
    atUs += deltaUs;
    // V8 may write a sample behind a later one, with a difference below zero.
    if (deltaUs > 0 && atUs >= fromUs && atUs <= toUs) times.set(id, (times.get(id) ?? 0) + deltaUs);
  }
  return times;
}

function sourceOf(name: string, url: string): FrameSource {
  if (name === '(garbage collector)') return 'garbage';
  if (url.includes('/node_modules/')) return 'packages';
  return url.startsWith('file://') || url.startsWith('/') ? 'corebank' : 'node';
}

/**
 * The calls of a part of a profile, without idle time.
 * @param fromUs first moment of the monotonic clock that counts, in microseconds
 * @param toUs last moment
 * @returns all calls as one frame; functions of one name and file below one caller are one frame
 */
export function readFrames(profile: CpuProfile, fromUs: number, toUs: number): Frame {
  const own = ownTimes(profile, fromUs, toUs);
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const read = (ids: readonly number[]): Frame[] => {
    const alike = new Map<string, { frame: Frame; children: number[] }>();
    for (const id of ids) {
      const { callFrame, children = [] } = nodes.get(id)!;
      if (IDLE.has(callFrame.functionName)) continue;
      const file = callFrame.url.split('/').at(-1)!;
      const name = `${callFrame.functionName || '(anonymous)'}${file === '' ? '' : ` ${file}`}`;
      const source = sourceOf(callFrame.functionName, callFrame.url);
      const known = alike.get(name) ?? { frame: { name, source, totalUs: 0, children: [] }, children: [] };
      known.frame.totalUs += own.get(id) ?? 0;
      known.children.push(...children);
      alike.set(name, known);
    }
    return [...alike.values()].map(({ frame, children }) => {
      const below = read(children);
      return { ...frame, children: below, totalUs: frame.totalUs + sumUs(below) };
    });
  };
  const children = read(profile.nodes[0]?.children ?? []);
  return { name: 'all', source: 'node', totalUs: sumUs(children), children };
}

function sumUs(frames: readonly Frame[]): number {
  return frames.reduce((sum, { totalUs }) => sum + totalUs, 0);
}

const WIDTH = 1200;
const ROW = 16;
const HEADER = 40;
const LETTER_WIDTH = 6.2;
/** Narrower frames could not be seen. */
const MIN_WIDTH = 1.2;
const COLOURS: Record<FrameSource, string> = {
  corebank: '#f4a259',
  packages: '#f6d55c',
  node: '#9fc5e8',
  garbage: '#d98880',
};

const escaped = (text: string): string => text.replace(/[&<>"]/g, (letter) => `&#${String(letter.codePointAt(0))};`);

/**
 * A flame graph as a picture: the width of a frame is its processor time, callers stand above what they call.
 * @param title what was measured, in words
 * @param count by how much a frame's time is divided for its hint: the operations of that time
 * @returns SVG
 */
export function drawFlameGraph(root: Frame, title: string, count: number): string {
  const scale = WIDTH / root.totalUs;
  const rows: string[] = [];
  let deepest = 0;
  const draw = (frame: Frame, x: number, depth: number): void => {
    const width = frame.totalUs * scale;
    if (width < MIN_WIDTH) return;
    deepest = Math.max(deepest, depth);
    const y = HEADER + depth * ROW;
    const hint = `${frame.name}: ${(frame.totalUs / count).toFixed(1)} µs, ${((frame.totalUs / root.totalUs) * 100).toFixed(1)} %`;
    const letters = Math.floor((width - 4) / LETTER_WIDTH);
    const label = frame.name.length > letters ? `${frame.name.slice(0, Math.max(letters - 1, 0))}…` : frame.name;
    const place = `x="${x.toFixed(1)}" y="${y}" width="${width.toFixed(1)}" height="${ROW - 1}"`;
    const text = letters < 4 ? '' : `<text x="${(x + 2).toFixed(1)}" y="${y + 11}">${escaped(label)}</text>`;
    rows.push(`<g><title>${escaped(hint)}</title><rect ${place} fill="${COLOURS[frame.source]}"/>${text}</g>`);
    let childX = x;
    for (const child of frame.children.toSorted((a, b) => b.totalUs - a.totalUs)) {
      draw(child, childX, depth + 1);
      childX += child.totalUs * scale;
    }
  };
  draw(root, 0, 0);
  const height = HEADER + (deepest + 1) * ROW;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${escaped(title)}"`,
    ` font-family="monospace" font-size="10">`,
    `<rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="2" y="14" font-size="13">${escaped(title)}</text>`,
    ...Object.entries(COLOURS).map(
      ([source, colour], index) =>
        `<rect x="${2 + index * 120}" y="22" width="10" height="10" fill="${colour}"/>` +
        `<text x="${16 + index * 120}" y="31">${LABELS[source as FrameSource]}</text>`,
    ),
    ...rows,
    '</svg>\n',
  ].join('\n');
}

const LABELS: Record<FrameSource, string> = {
  corebank: 'corebank',
  packages: 'packages',
  node: 'Node.js',
  garbage: 'garbage',
};
