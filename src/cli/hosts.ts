import type { INestApplicationContext } from '@nestjs/common';
import { IsNull, Not } from 'typeorm';
import type { AppConfig } from '../common/config/app-config';
import { UnitOfWork } from '../common/database/unit-of-work';
import { InstitutionSettings } from '../institutions/settings/institution-settings';
import { SettingCatalogue } from '../institutions/settings/setting-catalogue';
import { WatchListSource } from '../watch-lists/sources/watch-list-source.entity';
import { WebhookEndpoint } from '../webhooks/webhook-endpoint.entity';
import { institutionIds } from './backup/reconcile-institutions';
import { type OperatorCommand, parsedOptions } from './operator-command';

/** A host that the program may call, and the variable, configuration key or endpoint that names it. */
interface CalledHost {
  host: string;
  namedBy: string;
  /** Undefined for a host that every institution uses. */
  institutionId?: number;
}

/** `corebank hosts`: where data may go, from the configuration alone (docs/operations.md#data-residency). */
export const hosts: OperatorCommand = {
  name: 'hosts',
  options: '',
  summary: 'Lists every host that the program may call, with the variable or configuration key that names it',
  async run({ config, services }, args) {
    parsedOptions(args, {});
    const app = await services();
    const settings = app.get(InstitutionSettings, { strict: false });
    const keys = app
      .get(SettingCatalogue, { strict: false })
      .list()
      .filter(({ type }) => type === 'url' || type === 'host')
      .map(({ key }) => key);
    const called: CalledHost[] = hostsOfProcess(config);
    for (const institutionId of await institutionIds(app)) {
      const values = await settings.getMany(institutionId, keys);
      for (const key of keys)
        if (values[key] !== undefined) called.push({ host: hostOf(values[key]), namedBy: key, institutionId });
      for (const host of await webhookHosts(app, institutionId))
        called.push({ host, namedBy: 'webhook endpoint', institutionId });
      for (const host of await watchListHosts(app, institutionId))
        called.push({ host, namedBy: 'source of a watch-list', institutionId });
    }
    return {
      ok: true,
      text: [
        ...called.map(
          ({ host, namedBy, institutionId }) =>
            `${host}  ${namedBy}${institutionId === undefined ? '' : `  institution ${institutionId}`}`,
        ),
        `Hosts: ${new Set(called.map(({ host }) => host)).size}. The program calls no other.`,
      ],
      data: { hosts: called },
    };
  },
};

/** The hosts of the endpoints that an institution's events are sent to, each once. */
async function webhookHosts(app: INestApplicationContext, institutionId: number): Promise<string[]> {
  const endpoints = await app
    .get(UnitOfWork, { strict: false })
    .read(institutionId, (tx) =>
      tx.findBy(WebhookEndpoint, { institutionId, url: Not(IsNull()), status: Not('Removed') }),
    );
  return [...new Set(endpoints.map(({ url }) => hostOf(url!)))].sort();
}

/** The hosts from which an institution's watch-lists are fetched, each once. Publishers may redirect to others. */
async function watchListHosts(app: INestApplicationContext, institutionId: number): Promise<string[]> {
  const sources = await app
    .get(UnitOfWork, { strict: false })
    .read(institutionId, (tx) => tx.findBy(WatchListSource, { institutionId }));
  return [...new Set(sources.map(({ url }) => hostOf(url)))].sort();
}

function hostsOfProcess(config: AppConfig): CalledHost[] {
  const { databaseUrl, migrationUrl, databaseReplicaUrl, backupUrl, s3, otlpEndpoint, oidc } = config;
  const bucket = s3 ? (s3.endpoint ?? `https://s3.${s3.region}.amazonaws.com`) : undefined;
  const named: [string, string | undefined][] = [
    ['DATABASE_URL', databaseUrl],
    ['DATABASE_MIGRATION_URL', migrationUrl],
    ['DATABASE_REPLICA_URL', databaseReplicaUrl],
    ['DATABASE_BACKUP_URL', backupUrl],
    ['S3_ENDPOINT', bucket],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', otlpEndpoint],
    ['OIDC_ISSUER', oidc?.issuer],
  ];
  return named.flatMap(([namedBy, url]) => (url === undefined ? [] : [{ host: hostOf(url), namedBy }]));
}

/** The host of an address; a name of a host as it is. */
function hostOf(address: string): string {
  return URL.canParse(address) && address.includes('://') ? new URL(address).host : address;
}
