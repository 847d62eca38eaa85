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

/** Elements of one record, and its depth: a record that passes them is refused. */
const NODES_MAX = 20_000;
const DEPTH_MAX = 40;
const TEXT_MAX = 200_000;

/**
 * Reads the elements of these names from an XML file as it arrives, one tree at a time, whatever the size of the file.
 * @throws ListFileError where the XML is malformed, ends before its root, has a document type, or a record is too large
 */
export async function* readXmlRecords(
  source: AsyncIterable<Uint8Array>,
  root: string,
  names: ReadonlySet<string>,
): AsyncGenerator<XmlNode> {
  const ready: XmlNode[] = [];
  const parser = recordParser(root, names, ready);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const write = (text: string): void => void parser.write(text);
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

function fail(line: number, reason: string): never {
  throw new ListFileError([{ line, reason }]);
}

function recordParser(root: string, names: ReadonlySet<string>, ready: XmlNode[]): SaxesParser<{ xmlns: false }> {
  const parser = new SaxesParser<{ xmlns: false }>({ xmlns: false });
  const open: XmlNode[] = [];
  let depth = 0;
  let nodes = 0;
  let textLength = 0;
  parser.on('error', (error) => {
    // The library's message begins with the place and never quotes the file's text.
    const reason = error.message.replace(/^[^:]*:\d+:\d+: /, '').slice(0, 200);
    fail(parser.line, `The XML is malformed or ends too early: ${reason}`);
  });
  parser.on('doctype', () => fail(parser.line, 'The file declares a document type, which no list does.'));
  parser.on('opentag', ({ name: written, attributes }) => {
    const name = written.replace(/^.*:/, '');
    depth += 1;
    if (depth === 1 && name !== root)
      fail(parser.line, `The file begins with <${name.slice(0, 60)}>, not with <${root}>.`);
    if (open.length === 0 && !names.has(name)) return;
    if (open.length === 0) [nodes, textLength] = [0, 0];
    nodes += 1;
    if (nodes > NODES_MAX || open.length > DEPTH_MAX) fail(parser.line, 'One party of the list is too large.');
    const node: XmlNode = { name, attributes, children: [], text: '', line: parser.line };
    open.at(-1)?.children.push(node);
    open.push(node);
  });
  const addText = (text: string): void => {
    const node = open.at(-1);
    if (!node) return;
    textLength += text.length;
    if (textLength > TEXT_MAX) fail(parser.line, 'One party of the list is too large.');
    node.text += text;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
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
