import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { type Answer, read } from '../../../api/client';
import { type Column, DataTable } from '../../../list/data-table';
import { useListSearch } from '../../../list/list-page';
import { BOX, graphLayout } from '../../../rules/graph-layout';
import { naira } from '../../../rules/naira';
import { plural } from '../../../rules/words';
import { Card } from '../../../ui/card';
import { Empty } from '../../../ui/empty';
import { Money } from '../../../ui/money';
import { Notice, ProblemNotice } from '../../../ui/notice';
import { RecordLink } from '../../../ui/record-link';
import { SelectField } from '../../../ui/select-field';

type Graph = Answer<'getAmlCaseGraph'>;
type Node = Graph['nodes'][number];

const DEPTHS = ['1', '2', '3'];

/** The accounts that money went to and came from, as a picture and as a table. */
export function Counterparties({ caseId }: { caseId: number }) {
  const [search, change] = useListSearch();
  const depth = DEPTHS.includes(search.steps ?? '') ? search.steps! : '2';
  const graph = useQuery({
    queryKey: ['getAmlCaseGraph', caseId, depth],
    queryFn: ({ signal }) => read('getAmlCaseGraph', { path: { caseId }, query: { Depth: depth }, signal }),
    placeholderData: keepPreviousData,
  });
  return (
    <div className="space-y-4" aria-busy={graph.isPlaceholderData || undefined}>
      <div className="max-w-60">
        <SelectField
          label="Steps from the customer"
          value={depth}
          options={DEPTHS.map((value) => [value, value] as const)}
          onChange={(steps) => change({ steps })}
        />
      </div>
      <ProblemNotice problem={graph.error} retry={() => void graph.refetch()} />
      {graph.isPending && (
        <p role="status" className="m-0 text-muted">
          Loading …
        </p>
      )}
      {graph.data && <LoadedGraph graph={graph.data} />}
    </div>
  );
}

function LoadedGraph({ graph }: { graph: Graph }) {
  if (graph.nodes.length === 0)
    return <Empty title="No accounts">The customer has no account, so no money came or went.</Empty>;
  return (
    <>
      {graph.isCut && <Notice tone="warn">There are more counterparties; the strongest are shown.</Notice>}
      <Card title="Picture">
        <Picture graph={graph} />
      </Card>
      <Card title="Payments between the accounts" isFlush>
        <Payments graph={graph} />
      </Card>
    </>
  );
}

const SHORT = 22;
const short = (name: string): string => (name.length > SHORT ? `${name.slice(0, SHORT - 1)}…` : name);

function Picture({ graph }: { graph: Graph }) {
  const arrow = useId();
  const { width, height, nodes, edges } = graphLayout(graph.nodes, graph.edges);
  return (
    <figure className="m-0">
      <div className="overflow-x-auto" tabIndex={0} role="region" aria-label="Picture of the counterparties">
        <svg
          role="img"
          aria-label={`${plural(nodes.length, 'account')} and ${plural(edges.length, 'flow')} of money between them; the table below names all of them.`}
          viewBox={`0 0 ${width} ${height}`}
          width={width}
          height={height}
        >
          <defs>
            <marker
              id={arrow}
              viewBox="0 0 6 6"
              refX="6"
              refY="3"
              markerWidth="13"
              markerHeight="13"
              markerUnits="userSpaceOnUse"
              orient="auto"
            >
              <path d="M0 0 6 3 0 6z" className="fill-text" />
            </marker>
          </defs>
          {edges.map(({ edge, path, width: thickness }) => (
            <path
              key={`${edge.from} ${edge.to}`}
              d={path}
              fill="none"
              strokeWidth={thickness}
              className="stroke-line-strong"
              markerEnd={`url(#${arrow})`}
            >
              <title>{naira(edge.total)}</title>
            </path>
          ))}
          {nodes.map(({ node, x, y }) => (
            <NodeBox key={node.id} {...{ node, x, y }} />
          ))}
        </svg>
      </div>
      <figcaption className="mt-2 text-sm text-muted">
        Left the accounts of the customer, to the right one step after the other. A thicker line is more money; dashed
        accounts are ledgers of the institution.
      </figcaption>
    </figure>
  );
}

function NodeBox({ node, x, y }: { node: Node; x: number; y: number }) {
  return (
    <g>
      <title>{`${node.name}, ${node.accountNumber}`}</title>
      <rect
        x={x}
        y={y}
        width={BOX.width}
        height={BOX.height}
        rx="6"
        strokeDasharray={node.isLedger ? '4 3' : undefined}
        className={node.distance === 0 ? 'fill-accent-soft stroke-accent' : 'fill-card stroke-line-strong'}
      />
      <text x={x + 10} y={y + 17} fontSize="12" fontWeight="600" className="fill-text">
        {short(node.name)}
      </text>
      <text x={x + 10} y={y + 32} fontSize="11" className="fill-muted">
        {node.accountNumber}
      </text>
    </g>
  );
}

interface Payment {
  from: Node;
  to: Node;
  count: number;
  total: number;
}

const COLUMNS: Column<Payment>[] = [
  { key: 'from', header: 'From', cell: ({ from }) => <Account node={from} /> },
  { key: 'to', header: 'To', cell: ({ to }) => <Account node={to} /> },
  { key: 'count', header: 'Payments', cell: ({ count }) => count, isNumber: true, isSecondary: true },
  { key: 'total', header: 'Together', cell: ({ total }) => <Money amount={total} />, isNumber: true },
];

function Account({ node }: { node: Node }) {
  return (
    <>
      <RecordLink to={node.isLedger ? undefined : `/accounts/${node.accountNumber}`}>{node.accountNumber}</RecordLink>
      <span className="block text-sm text-muted">{node.name}</span>
    </>
  );
}

function Payments({ graph }: { graph: Graph }) {
  const byId = new Map(graph.nodes.map((node) => [node.id, node]));
  const rows = graph.edges.flatMap(({ from, to, count, total }): Payment[] => {
    const [source, target] = [byId.get(from), byId.get(to)];
    return source && target ? [{ from: source, to: target, count, total }] : [];
  });
  if (rows.length === 0) return <Empty title="No payments">No money came to the accounts or left them.</Empty>;
  return (
    <DataTable
      caption="Payments between the accounts"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ from, to }) => `${from.id} ${to.id}`}
    />
  );
}
