import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { load } from 'js-yaml';
import request from 'supertest';
import { TestApp } from '../support/app';
import { committedDocuments } from '../support/committed-documents';
import { anchorsOf } from '../support/markdown';
import { filesBelow, PROJECT_ROOT, readSource } from '../support/source-tree';
import { itWith, runTool } from './tools';

const ALERTS = 'deploy/monitoring/alerts.yaml';
const BOARD = 'deploy/monitoring/grafana-board.json';
const PAGE = 'docs/api/audit-and-operations.md';
/** A metric of ours, of the process or of Node, without what Prometheus adds to a histogram. */
const METRIC = /\b((?:corebank|process|nodejs)_[a-z_]+?)(?:_bucket|_count|_sum)?\b(?=[{[\s)]|$)/g;

interface Rule {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}

interface Panel {
  id: number;
  type: string;
  title: string;
  gridPos: { x: number; y: number; w: number; h: number };
  targets?: { expr: string; refId: string }[];
}

const rules = (load(readSource(ALERTS)) as { groups: { rules: Rule[] }[] }).groups.flatMap((group) => group.rules);
const { panels } = JSON.parse(readSource(BOARD)) as { panels: Panel[] };
const expressions = [...rules, ...panels.flatMap(({ targets }) => targets ?? [])].map(({ expr }) => expr);

/** The metrics of the first column of the tables; `…_oldest_seconds` continues the name before it. */
function documentedMetrics(): string[] {
  const section = readSource(PAGE)
    .split(/^## /m)
    .find((text) => text.startsWith('Metrics\n'))!;
  return [...section.matchAll(/^\| (`[^|]+`) \|/gm)].flatMap(([, cell]) => {
    const names = [...cell!.matchAll(/`([^`]+)`/g)].map(([, name]) => name!);
    return names.map((name) => name.replace('…', names[0]!));
  });
}

describe('the names of metrics', () => {
  let app: TestApp;
  let known: Set<string>;
  beforeAll(async () => {
    app = await TestApp.start();
    const { text } = await request(app.url).get('/metrics');
    known = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map((match) => match[1]!));
  });
  afterAll(() => app?.close());

  it('in the documentation are those of the page of metrics, each once', () => {
    const documented = documentedMetrics();
    expect(documented.length).toBe(new Set(documented).size);
    expect([...known].filter((name) => !documented.includes(name))).toEqual([]);
    // Systems other than Linux lack some metrics of the process.
    expect(documented.filter((name) => name.startsWith('corebank_') && !known.has(name))).toEqual([]);
  });

  it('in alerts and on the board are on the page of metrics', () => {
    const used = expressions.flatMap((expression) => [...expression.matchAll(METRIC)].map((match) => match[1]!));
    expect(new Set(used).size).toBeGreaterThan(20);
    expect(used.filter((name) => !known.has(name) && !known.has(name.replace(/_(bucket|count|sum)$/, '')))).toEqual([]);
  });
});

describe('alerts', () => {
  itWith(['promtool'], 'are rules that Prometheus accepts, and fire when they should', () => {
    expect(runTool('promtool', ['check', 'rules', ALERTS])).toMatchObject({ code: 0 });
    expect(runTool('promtool', ['check', 'config', 'deploy/monitoring/prometheus.yaml'])).toMatchObject({ code: 0 });
    expect(runTool('promtool', ['test', 'rules', 'deploy/monitoring/alerts.test.yaml'])).toMatchObject({ code: 0 });
  });

  it('have a runbook each, whose section has the name of the alert, and no section is without an alert', () => {
    expect(rules.length).toBeGreaterThan(20);
    const broken = rules.filter(({ alert, annotations: { runbook } }) => {
      const [page = '', anchor] = runbook.split('#');
      if (anchor !== alert.toLowerCase() || !existsSync(path.join(PROJECT_ROOT, page))) return true;
      return !anchorsOf(readSource(page)).has(anchor);
    });
    expect(broken.map(({ alert }) => alert)).toEqual([]);
    const sections = filesBelow('docs/runbooks', /\.md$/).flatMap((page) =>
      [...readSource(page).matchAll(/^## (\w+)$/gm)].map((match) => match[1]!),
    );
    expect(sections.sort()).toEqual(rules.map(({ alert }) => alert).sort());
    expect(rules.filter(({ labels }) => !['page', 'ticket'].includes(labels.severity))).toEqual([]);
  });

  it('have runbooks that name routes which exist', () => {
    const routes = new Set(Object.values(committedDocuments()).flatMap(({ paths }) => Object.keys(paths)));
    const named = filesBelow('docs/runbooks', /\.md$/).flatMap((page) =>
      [...readSource(page).matchAll(/(?:GET|POST|PUT|PATCH) (\/api\/[^`?\s]+)/g)].map((match) => match[1]!),
    );
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((route) => !routes.has(route))).toEqual([]);
  });
});

describe('the Grafana board', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-board-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('has panels with different numbers that do not lie upon each other', () => {
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, index) => `${x + (index % w)},${y + Math.floor(index / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(panels.filter(({ gridPos }) => gridPos.x + gridPos.w > 24)).toEqual([]);
  });

  itWith(['promtool'], 'asks what Prometheus understands', () => {
    const groups = panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => ({ title, expr })));
    const rulesText = JSON.stringify({
      groups: [
        {
          name: 'board',
          rules: groups.map(({ expr }, index) => ({
            record: `panel:${index}`,
            expr: expr.replaceAll('$__rate_interval', '5m'),
          })),
        },
      ],
    });
    const accepts = (text: string): boolean => {
      const file = path.join(folder, 'board.yaml');
      writeFileSync(file, text);
      return runTool('promtool', ['check', 'rules', file]).code === 0;
    };
    expect([accepts(rulesText), accepts(rulesText.replace('sum by', 'sum buy'))]).toEqual([true, false]);
  });
});
