import { BOX, graphLayout } from './graph-layout';

const node = (id: number, distance: number) => ({ id, distance });
const edge = (from: number, to: number, total: number) => ({ from, to, total });

describe('the picture of counterparties', () => {
  it('puts accounts of one distance into one column, farther ones to the right', () => {
    const { nodes } = graphLayout([node(1, 0), node(2, 1), node(3, 1), node(4, 2)], []);
    const xOf = (id: number) => nodes.find((one) => one.node.id === id)!.x;
    expect(xOf(2)).toBe(xOf(3));
    expect(xOf(1)).toBeLessThan(xOf(2));
    expect(xOf(2)).toBeLessThan(xOf(4));
  });

  it('lets no two accounts overlap and keeps all of them inside', () => {
    const many = [node(0, 0), ...Array.from({ length: 60 }, (_, index) => node(index + 1, 1 + (index % 2)))];
    const { nodes, width, height } = graphLayout(many, []);
    for (const one of nodes) {
      expect(one.x + BOX.width).toBeLessThanOrEqual(width);
      expect(one.y + BOX.height).toBeLessThanOrEqual(height);
      const near = nodes.filter((other) => other.x === one.x && Math.abs(other.y - one.y) < BOX.height);
      expect(near).toHaveLength(1);
    }
  });

  it('draws more money with a thicker line', () => {
    const { edges } = graphLayout([node(1, 0), node(2, 1)], [edge(1, 2, 100), edge(2, 1, 1_000_000)]);
    expect(edges[0]!.width).toBeLessThan(edges[1]!.width);
    expect(edges[0]!.width).toBeGreaterThanOrEqual(1);
    expect(edges[1]!.width).toBe(6);
  });

  it('draws ways there and back apart, also within a column', () => {
    const apart = graphLayout([node(1, 0), node(2, 1)], [edge(1, 2, 1), edge(2, 1, 1)]).edges;
    expect(apart[0]!.path).not.toBe(apart[1]!.path);
    const within = graphLayout([node(1, 1), node(2, 1)], [edge(1, 2, 1), edge(2, 1, 1)]).edges;
    expect(within[0]!.path).not.toBe(within[1]!.path);
  });

  it('leaves out a line to an account that is not in the picture, and has no size without accounts', () => {
    expect(graphLayout([node(1, 0)], [edge(1, 9, 5)]).edges).toStrictEqual([]);
    expect(graphLayout([], [])).toMatchObject({ nodes: [], edges: [], height: 16 });
  });
});
