/** An account in a picture of counterparties; `distance` counts steps from the customer. */
export interface GraphNode {
  id: number;
  distance: number;
}

/** Money that went from one account to another. */
export interface GraphEdge {
  from: number;
  to: number;
  /** Naira. */
  total: number;
}

export interface PlacedNode<N extends GraphNode> {
  node: N;
  /** The left upper corner, in units of the picture. */
  x: number;
  y: number;
}

export interface Layout<N extends GraphNode, E extends GraphEdge> {
  width: number;
  height: number;
  nodes: PlacedNode<N>[];
  edges: { edge: E; path: string; width: number }[];
}

/** Sizes of the picture. */
export const BOX = { width: 168, height: 40 } as const;
const GAP = { x: 112, y: 14 } as const;
const MARGIN = 8;
const THINNEST = 1;
const THICKEST = 6;

/**
 * Places accounts in columns by their distance from the customer, and lines between them whose width grows with the
 * money. An edge whose account is not in the picture is left out.
 */
export function graphLayout<N extends GraphNode, E extends GraphEdge>(
  nodes: readonly N[],
  edges: readonly E[],
): Layout<N, E> {
  const distances = [...new Set(nodes.map(({ distance }) => distance))].sort((a, b) => a - b);
  const columns = distances.map((distance) => nodes.filter((node) => node.distance === distance));
  const rows = Math.max(...columns.map(({ length }) => length), 0);
  const height = Math.max(rows * (BOX.height + GAP.y) - GAP.y, 0);
  const placed = columns.flatMap((column, index) => {
    const free = height - (column.length * (BOX.height + GAP.y) - GAP.y);
    return column.map((node, row): PlacedNode<N> => ({
      node,
      x: MARGIN + index * (BOX.width + GAP.x),
      y: MARGIN + free / 2 + row * (BOX.height + GAP.y),
    }));
  });
  const byId = new Map(placed.map((one) => [one.node.id, one]));
  const largest = Math.max(...edges.map(({ total }) => total), 1);
  return {
    width: 2 * MARGIN + Math.max(columns.length * (BOX.width + GAP.x) - GAP.x, 0),
    height: 2 * MARGIN + height,
    nodes: placed,
    edges: edges.flatMap((edge) => {
      const from = byId.get(edge.from);
      const to = byId.get(edge.to);
      if (!from || !to) return [];
      const width = THINNEST + (THICKEST - THINNEST) * Math.sqrt(Math.max(edge.total, 0) / largest);
      return [{ edge, path: curve(from, to), width }];
    }),
  };
}

type Place = Pick<PlacedNode<GraphNode>, 'x' | 'y'>;

/** A curve from the side of one box to the facing side of another; between boxes of one column it goes around. */
function curve(from: Place, to: Place): string {
  // Ways there and back run a little apart, so that both are seen.
  const offset = from.x < to.x || (from.x === to.x && from.y < to.y) ? -6 : 6;
  const y1 = from.y + BOX.height / 2 + offset;
  const y2 = to.y + BOX.height / 2 + offset;
  if (from.x === to.x) {
    const right = from.x + BOX.width;
    return `M${right} ${y1}C${right + GAP.x / 2} ${y1} ${right + GAP.x / 2} ${y2} ${right} ${y2}`;
  }
  const isForward = from.x < to.x;
  const x1 = isForward ? from.x + BOX.width : from.x;
  const x2 = isForward ? to.x : to.x + BOX.width;
  const middle = (x1 + x2) / 2;
  return `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`;
}
