import { SaxesParser } from 'saxes';
import { ListFileError } from './listed-party';

/** An element of a record with all below it. */
export interface XmlNode {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlNode[];
  text: string;
  readonly line: number;
}

/** Elements of one record, its depth, and the characters of its texts and attributes: a larger record is refused. */
const NODES_MAX = 20_000;
const DEPTH_MAX = 40;
/** Depth of the whole file. The parser keeps what is open, also around the records and where there are none. */
const FILE_DEPTH_MAX = 60;
const TEXT_MAX = 200_000;
const ATTRIBUTES_MAX = 2_000_000;
/** Characters of one text, comment or start tag, which the parser keeps until its end. */
const PART_MAX = 1_000_000;

/**
 * Reads the elements of these names from an XML file as it arrives, one tree at a time, whatever the size of the file.
 * @throws ListFileError where the XML is malformed, ends before its root, has a document type, is nested too deep, or
 *   has a record or another part that is too large
 */
export async function* readXmlRecords(
  source: AsyncIterable<Uint8Array>,
  root: string,
  names: ReadonlySet<string>,
): AsyncGenerator<XmlNode> {
  const ready: XmlNode[] = [];
  const guard = new PartGuard();
  const parser = recordParser({ root, names, guard }, ready);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const write = (text: string): void => {
    parser.write(text);
    guard.assertEnds(text.length, parser.line);
  };
  try {
    for await (const piece of source) {
      write(decoder.decode(piece, { stream: true }));
      yield* ready.splice(0);
    }
    write(decoder.decode());
  } catch (error) {
    if (error instanceof TypeError) fail(parser.line, 'The file is not UTF-8.');
    throw error;
  }
  parser.close();
  yield* ready.splice(0);
}

/** Ends the reading where a part of the file goes on without end, which the parser would keep. */
class PartGuard {
  private hasEnded = false;
  private length = 0;

  /** To be called whenever a text, comment or tag has ended. */
  readonly end = (): void => void (this.hasEnded = true);

  /** To be called after each piece of the file. @throws ListFileError */
  assertEnds(characters: number, line: number): void {
    this.length = this.hasEnded ? 0 : this.length + characters;
    this.hasEnded = false;
    if (this.length > PART_MAX) fail(line, 'A text, comment or tag of the file is too long.');
  }
}

function fail(line: number, reason: string): never {
  throw new ListFileError([{ line, reason }]);
}

function recordParser(
  { root, names, guard }: { root: string; names: ReadonlySet<string>; guard: PartGuard },
  ready: XmlNode[],
): SaxesParser<{ xmlns: false }> {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  const open: XmlNode[] = [];
  let depth = 0;
  let nodes = 0;
  let textLength = 0;
  let attributesLength = 0;
  parser.on('error', (error) => {
    // The library's message begins with the place and never quotes the file's text.
    const reason = error.message.replace(/^[^:]*:\d+:\d+: /, '').slice(0, 200);
    fail(parser.line, `The XML is malformed or ends too early: ${reason}`);
  });
  parser.on('doctype', () => fail(parser.line, 'The file declares a document type, which no list does.'));
  parser.on('comment', guard.end);
  parser.on('processinginstruction', guard.end);
  parser.on('opentag', ({ name: written, attributes }) => {
    guard.end();
    const name = written.replace(/^.*:/, '');
    depth += 1;
    if (depth > FILE_DEPTH_MAX) fail(parser.line, `The file is nested deeper than ${FILE_DEPTH_MAX} elements.`);
    if (depth === 1 && name !== root)
      fail(parser.line, `The file begins with <${name.slice(0, 60)}>, not with <${root}>.`);
    if (open.length === 0 && !names.has(name)) return;
    if (open.length === 0) [nodes, textLength, attributesLength] = [0, 0, 0];
    nodes += 1;
    for (const key of Object.keys(attributes)) attributesLength += key.length + attributes[key]!.length;
    if (nodes > NODES_MAX || open.length > DEPTH_MAX || attributesLength > ATTRIBUTES_MAX)
      fail(parser.line, 'One party of the list is too large.');
    const node: XmlNode = { name, attributes, children: [], text: '', line: parser.line };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  const addText = (text: string): void => {
    guard.end();
    const node = open.at(-1);
    if (!node) return;
    textLength += text.length;
    if (textLength > TEXT_MAX) fail(parser.line, 'One party of the list is too large.');
    node.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    guard.end();
    depth -= 1;
    const node = open.pop();
    if (node && open.length === 0) ready.push(node);
  });
  return parser;
}

/** The children of a name. */
export const childrenOf = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter((child) => child.name === name) ?? [];

/** The elements at the end of a path. */
export const nodesAt = (node: XmlNode, ...path: string[]): XmlNode[] =>
  path.reduce<XmlNode[]>((nodes, name) => nodes.flatMap((each) => childrenOf(each, name)), [node]);

/** The text of the first element at the end of a path; empty where there is none. */
export const textAt = (node: XmlNode, ...path: string[]): string => nodesAt(node, ...path)[0]?.text.trim() ?? '';

/** The texts of all elements at the end of a path that have one. */
export const textsAt = (node: XmlNode, ...path: string[]): string[] =>
  nodesAt(node, ...path).flatMap(({ text }) => text.trim() || []);
