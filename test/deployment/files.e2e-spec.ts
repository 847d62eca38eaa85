import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { loadAll } from 'js-yaml';
import { loadAppConfig } from '../../src/common/config/app-config';
import { readSource } from '../support/source-tree';
import { itWith, runTool } from './tools';

const CHART = 'deploy/helm/corebank';
const KUBERNETES = ['1.29.0', '1.33.0', '1.36.0'];
const COMPOSE = 'deploy/compose/compose.yaml';
const UNIT = 'deploy/systemd/corebank.service';
const FLAGS = /--(?:(?:min|max)-semi-space-size|heap-growing-percent)=\d+/g;

interface Manifest {
  kind: string;
  metadata: { name: string; annotations?: Record<string, string> };
  spec: Record<string, unknown>;
}

interface PodSpec {
  automountServiceAccountToken: boolean;
  securityContext: Record<string, unknown>;
  containers: {
    command?: string[];
    securityContext: Record<string, unknown>;
    env: { name: string; value?: string; valueFrom?: unknown }[];
  }[];
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'corebank-deployment-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The chart with an ingress, as text. */
function rendered(version: string, ...settings: string[]): { code: number | null; output: string } {
  const values = ['existingSecret=bank', 'ingress.enabled=true', 'ingress.host=bank.example', ...settings];
  return runTool('helm', [
    'template',
    'bank',
    CHART,
    '--kube-version',
    version,
    ...values.flatMap((value) => ['--set', value]),
  ]);
}

function manifestsOf(text: string): Manifest[] {
  return (loadAll(text) as (Manifest | null)[]).filter((manifest) => manifest !== null);
}

function violationsOf(manifests: string, version: string): { code: number | null; output: string } {
  const file = path.join(folder, 'manifests.yaml');
  writeFileSync(file, manifests);
  return runTool('kubernetes-validate', ['--strict', '-k', version.replace(/\.0$/, ''), file]);
}

describe('the Helm chart', () => {
  itWith(['helm', 'kubernetes-validate'], 'renders manifests that fit the schemas of Kubernetes', () => {
    for (const version of KUBERNETES) {
      const { code, output } = rendered(version);
      expect({ version, code, output: code === 0 ? '' : output }).toEqual({ version, code: 0, output: '' });
      const { code: validated, output: faults } = violationsOf(output, version);
      expect({ version, validated, faults: validated === 0 ? '' : faults }).toMatchObject({ validated: 0, faults: '' });
      expect(
        manifestsOf(output)
          .map(({ kind }) => kind)
          .sort(),
      ).toEqual(['Deployment', 'Ingress', 'Job', 'NetworkPolicy', 'PodDisruptionBudget', 'Service', 'Service']);
    }
    const misspelt = rendered('1.33.0').output.replace('maxUnavailable', 'maxUnavailible');
    expect(violationsOf(misspelt, '1.33.0')).toMatchObject({ code: 1 });
  });

  itWith(['helm'], 'runs every container as an ordinary account on a file system that it cannot write', () => {
    const pods = manifestsOf(rendered('1.33.0').output)
      .filter(({ kind }) => kind === 'Deployment' || kind === 'Job')
      .map(({ spec }) => (spec.template as { spec: PodSpec }).spec);
    expect(pods).toHaveLength(2);
    for (const { automountServiceAccountToken, securityContext, containers } of pods) {
      expect(automountServiceAccountToken).toBe(false);
      expect(securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
      for (const container of containers)
        expect(container.securityContext).toEqual({
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        });
    }
  });

  itWith(
    ['helm'],
    'keeps a server in service through an upgrade: two replicas, none taken away before the next',
    () => {
      const manifests = manifestsOf(rendered('1.33.0').output);
      const specOf = (wanted: string): Record<string, unknown> => manifests.find(({ kind }) => kind === wanted)!.spec;
      expect(specOf('Deployment')).toMatchObject({
        replicas: 2,
        strategy: { rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } },
      });
      expect(specOf('PodDisruptionBudget')).toMatchObject({ minAvailable: 1 });
      const job = manifests.find(({ kind }) => kind === 'Job')!;
      expect(job.metadata.annotations).toMatchObject({ 'helm.sh/hook': 'pre-install,pre-upgrade' });
      const { containers } = (job.spec.template as { spec: PodSpec }).spec;
      expect(containers[0]!.command).toEqual(['node', 'dist/cli.js', 'migrate']);
    },
  );

  itWith(['helm'], 'puts no secret into a manifest, and gives the owner of the schema to the migration only', () => {
    const secret = /(DATABASE_URL|DATABASE_MIGRATION_URL)$/;
    const workloads = manifestsOf(rendered('1.33.0', 'settings.LOG_LEVEL=warn').output).filter(
      ({ spec }) => spec.template,
    );
    const found = workloads.map(({ kind, spec }) => {
      const { env } = (spec.template as { spec: PodSpec }).spec.containers[0]!;
      expect(env).toContainEqual({ name: 'LOG_LEVEL', value: 'warn' });
      expect(env.filter(({ name, value }) => secret.test(name) && value !== undefined)).toEqual([]);
      return [kind, env.map(({ name }) => name).includes('DATABASE_MIGRATION_URL')];
    });
    expect(Object.fromEntries(found)).toEqual({ Deployment: false, Job: true });
  });

  itWith(['helm'], 'refuses values that it does not know, and an installation without a secret', () => {
    expect(rendered('1.33.0', 'replica=3')).toMatchObject({ code: 1, output: expect.stringContaining('replica') });
    expect(rendered('1.33.0', 'existingSecret=')).toMatchObject({
      code: 1,
      output: expect.stringContaining('existingSecret'),
    });
    expect(rendered('1.33.0', 'replicas=0')).toMatchObject({ code: 1 });
    // A second value of the chart's own settings would hide the first: another port, or a secret in a manifest.
    for (const name of ['PORT', 'MANAGEMENT_PORT', 'DATABASE_URL', 'COREBANK_MASTER_KEY'])
      expect([name, rendered('1.33.0', `settings.${name}=3100`)]).toMatchObject([name, { code: 1 }]);
    expect(rendered('1.33.0', 'settings.CONSOLE_ORIGIN=https://bank.example')).toMatchObject({ code: 0 });
    expect(runTool('helm', ['lint', CHART, '--strict', '--set', 'existingSecret=bank'])).toMatchObject({ code: 0 });
  });

  it('refuses settings that would hide its own: a port, a database, a secret in a manifest', () => {
    const templates = ['_helpers.tpl', 'migration.yaml']
      .map((name) => readSource(`${CHART}/templates/${name}`))
      .join('');
    const own = [...templates.matchAll(/^ *- name: ([A-Z][A-Z0-9_]+)$/gm)].map(([, name]) => name!);
    expect(own.length).toBeGreaterThan(5);
    const schema = JSON.parse(readSource(`${CHART}/values.schema.json`)) as {
      properties: { settings: { propertyNames: { not?: { enum: string[] } } } };
    };
    const refused = schema.properties.settings.propertyNames.not?.enum ?? [];
    const secrets = ['COREBANK_MASTER_KEY', 'AUDIT_SIGNING_KEY'];
    expect([...own, ...secrets, 'PORT', 'HOST'].filter((name) => !refused.includes(name))).toEqual([]);
  });

  itWith(['helm'], 'gives the server settings that it accepts', () => {
    const manifest = manifestsOf(rendered('1.33.0').output).find(({ kind }) => kind === 'Deployment')!;
    const { env } = (manifest.spec.template as { spec: PodSpec }).spec.containers[0]!;
    const plain = env.flatMap(({ name, value }) =>
      value === undefined || name.endsWith('_FILE') ? [] : [[name, value]],
    );
    const settings = Object.fromEntries(plain) as Record<string, string>;
    const config = loadAppConfig({
      ...settings,
      NODE_ENV: 'production',
      DATABASE_URL: 'postgres://database/corebank',
      COREBANK_MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, index) => (index * 37) % 251)).toString('base64'),
    });
    expect(config).toMatchObject({ managementHost: '0.0.0.0', managementPort: 9090, migrateOnStart: false });
  });
});

describe('the compose file', () => {
  itWith(['compose'], 'fits the Compose specification', () => {
    expect(runTool('compose', ['-no-interpolation', COMPOSE])).toMatchObject({ code: 0 });
    const misspelt = path.join(folder, 'compose.yaml');
    writeFileSync(misspelt, readSource(COMPOSE).replace('restart:', 'restrat:'));
    expect(runTool('compose', ['-no-interpolation', misspelt])).toMatchObject({
      code: 1,
      output: expect.stringContaining("'restrat' not allowed"),
    });
  });

  itWith(['compose'], 'holds no password, and starts a read-only server after the migrations', () => {
    const { output } = runTool('compose', ['-no-interpolation', '-format', 'json', COMPOSE]);
    expect(JSON.parse(output)).toHaveProperty('services.server');
    expect((JSON.parse(output) as { services: Record<string, object> }).services.server).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      depends_on: { migrate: { condition: 'service_completed_successfully' } },
    });
    const passwords = [...readSource(COMPOSE).matchAll(/PASSWORD[^:]*: *(\S+)|:\/\/\w+:([^@]+)@/g)];
    expect(passwords.length).toBeGreaterThan(3);
    for (const [, value, inAddress] of passwords) expect(value ?? inAddress).toMatch(/^\$\{\w+:\?/);
  });
});

describe('the files of a machine without containers', () => {
  itWith(['systemd-analyze'], 'has a unit that systemd accepts and that exposes little', () => {
    const { code, output } = runTool('systemd-analyze', ['verify', '--man=no', UNIT]);
    // The program of the unit is not installed on a machine of tests.
    const complaints = output
      .split('\n')
      .filter((line) => line !== '' && !/is not executable|Failed to open/.test(line));
    expect({ code: code === 0 || /not executable/.test(output), complaints }).toEqual({ code: true, complaints: [] });
    const exposure = runTool('systemd-analyze', ['security', '--offline=true', '--no-pager', UNIT]);
    const level = Number(/exposure level for .*: (\d+\.\d+)/.exec(exposure.output)?.[1]);
    expect(level).toBeLessThan(3);
  });

  it('has a unit that never cuts off the migrations before a start', () => {
    const unit = readSource(UNIT);
    expect(unit).toMatch(/^ExecStartPre=.* migrate$/m);
    expect(unit.match(/^TimeoutStartSec=.*$/gm)).toEqual(['TimeoutStartSec=infinity']);
  });

  itWith(['nginx'], 'has an example for nginx that nginx accepts', () => {
    mkdirSync(path.join(folder, 'tls'));
    runTool('openssl', [
      ...['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'],
      ...['-subj', '/CN=bank.example', '-keyout', path.join(folder, 'tls/bank.example.key')],
      ...['-out', path.join(folder, 'tls/bank.example.crt')],
    ]);
    const site = readSource('deploy/nginx/corebank.conf').replaceAll('/etc/nginx/tls', path.join(folder, 'tls'));
    const accepts = (text: string): number | null => {
      writeFileSync(path.join(folder, 'site.conf'), text);
      writeFileSync(
        path.join(folder, 'nginx.conf'),
        `pid ${folder}/nginx.pid;\nerror_log stderr;\nevents {}\nhttp { access_log off; include ${folder}/site.conf; }\n`,
      );
      const { code, output } = runTool('nginx', ['-t', '-p', folder, '-c', path.join(folder, 'nginx.conf')]);
      if (code !== 0 && text === site) throw new Error(output);
      return code;
    };
    expect(accepts(site)).toBe(0);
    expect(accepts(site.replace('proxy_pass ', 'proxy_pas '))).toBe(1);
  });
});

describe('the Dockerfile', () => {
  itWith(['hadolint'], 'has nothing that hadolint warns of', () => {
    expect(runTool('hadolint', ['Dockerfile'])).toEqual({ code: 0, output: '' });
    expect(runTool('hadolint', ['-'], 'FROM node\nRUN cd /tmp\n').code).not.toBe(0);
  });
});

it('starts the server everywhere with the flags of V8 that were measured', () => {
  const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
  const measured = scripts.start!.match(FLAGS)!;
  expect(measured.length).toBeGreaterThan(2);
  expect(scripts.serve!.match(FLAGS)).toEqual(measured);
  for (const file of ['Dockerfile', UNIT]) expect([file, readSource(file).match(FLAGS)]).toEqual([file, measured]);
});
