import { type DynamicModule, Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { ScheduleModule } from '@nestjs/schedule';
import { TypeOrmModule } from '@nestjs/typeorm';
import { DataSource, type DataSourceOptions, type EntityManager } from 'typeorm';
import { AuditChain } from './audit/audit-chain';
import { AuditLog } from './audit/audit-log';
import { AppConfig } from './config/app-config';
import { Keyring } from './crypto/keyring';
import { assertMasterKeyFits } from './crypto/master-key-check';
import { SealedPlaces } from './crypto/sealed-places';
import { assertServingRole } from './database/assert-serving-role';
import { servingOptions } from './database/data-source-options';
import { learnSqlForm } from './database/distribution/sql-form';
import { assertWhollyDistributed } from './database/distribution/undistributed';
import { IdAllocator } from './database/id-allocator';
import { InstitutionRounds } from './database/institution-rounds';
import { assertProgramIsTolerated, assertSchemaIsComplete } from './database/program-tolerance';
import { remedyForRefusedRight } from './database/refused-right';
import { ReplicaDatabase } from './database/replica-database';
import { assertServingRights } from './database/serving-rights';
import { inServingTransaction, ServingSession } from './database/serving-session';
import { SnapshotBarrier } from './database/snapshot-barrier';
import { UnitOfWork } from './database/unit-of-work';
import { StartRefusedError } from './errors/start-refused-error';
import { Files } from './files/files';
import { GatewayClient } from './gateway/gateway-client';
import { HealthController } from './health/health.controller';
import { Shutdown } from './health/shutdown';
import { Housekeeping } from './housekeeping';
import { AccessDeclarations } from './http/access-declarations';
import { CallerLimits } from './http/caller-limits';
import { Claims } from './idempotency/claims';
import { IdempotentWrites } from './idempotency/idempotent-writes';
import { InFlightRequests } from './idempotency/in-flight-requests';
import { StoredAnswers } from './idempotency/stored-answers';
import { IdentityNumbers } from './identity/identity-numbers';
import { IdentityPlaces } from './identity/identity-places';
import { IdentitySealer } from './identity/identity-sealer';
import { JobGauges } from './jobs/job-gauges';
import { JobHandlers } from './jobs/job-handlers';
import { JobRunner } from './jobs/job-runner';
import { GaugeCollector } from './metrics/gauge-collector';
import { InstitutionGauges } from './metrics/institution-gauges';
import { Metrics } from './metrics/metrics';
import { MetricsController } from './metrics/metrics.controller';
import { OutboxRelay } from './outbox/outbox-relay';
import { Sequencer } from './sequencer/sequencer';
import { Clock } from './time/clock';
import { MetricsExport } from './tracing/metrics-export';
import { startSpanSink } from './tracing/otlp';
import { Tracing } from './tracing/tracing';

interface CommonOptions {
  config: AppConfig;
  entities: NonNullable<DataSourceOptions['entities']>;
  /** False makes the generator of the OpenAPI documents independent of a database. */
  connect: boolean;
}

const providers = [
  AccessDeclarations,
  AuditChain,
  AuditLog,
  CallerLimits,
  Claims,
  Clock,
  Files,
  GaugeCollector,
  GatewayClient,
  Housekeeping,
  IdAllocator,
  IdempotentWrites,
  IdentityNumbers,
  IdentityPlaces,
  IdentitySealer,
  InFlightRequests,
  InstitutionGauges,
  InstitutionRounds,
  JobGauges,
  JobHandlers,
  JobRunner,
  Metrics,
  MetricsExport,
  OutboxRelay,
  Sequencer,
  SealedPlaces,
  Shutdown,
  SnapshotBarrier,
  StoredAnswers,
  UnitOfWork,
];

/** @throws StartRefusedError for a right that the database refuses, which no further attempt would get */
async function connected(dataSource: DataSource, session: ServingSession, keyring: Keyring): Promise<void> {
  try {
    await dataSource.initialize();
    await inServingTransaction(dataSource, session, (tx) => assertDatabaseFits(tx, keyring));
  } catch (error) {
    if (dataSource.isInitialized) await dataSource.destroy();
    const remedy = error instanceof StartRefusedError ? undefined : remedyForRefusedRight((error as Error).message);
    throw remedy === undefined ? error : new StartRefusedError(remedy);
  }
}

/** Refuses a database that this program must not serve, and learns the form of its statements. */
async function assertDatabaseFits(tx: EntityManager, keyring: Keyring): Promise<void> {
  await assertServingRole(tx);
  await assertServingRights((statement, values) => tx.query(statement, values));
  await assertProgramIsTolerated(tx);
  await assertSchemaIsComplete(tx);
  await assertMasterKeyFits(tx, keyring);
  if ((await learnSqlForm(tx)) === 'distributed')
    await assertWhollyDistributed(<Row>(statement: string, values?: unknown[]) => tx.query<Row[]>(statement, values));
}

/** Configuration, database, requests, jobs, outbox and health, for every module. Global on purpose. */
@Global()
@Module({})
export class CommonModule {
  static forRoot({ config, entities, connect }: CommonOptions): DynamicModule {
    const keyring = new Keyring(config.masterKeys);
    const session = new ServingSession(config);
    const settings = [
      { provide: AppConfig, useValue: config },
      { provide: Keyring, useValue: keyring },
    ];
    const replica = {
      provide: ReplicaDatabase,
      inject: [DataSource],
      useFactory: (main: DataSource) =>
        ReplicaDatabase.connect(main, {
          url: config.databaseReplicaUrl,
          session,
          poolSize: config.databasePoolSize,
        }),
    };
    const tracing = {
      provide: Tracing,
      useFactory: async ({ otlpEndpoint: endpoint, tracePercent } = config) =>
        new Tracing(endpoint === undefined ? undefined : await startSpanSink({ endpoint, tracePercent })),
    };
    return {
      module: CommonModule,
      imports: [
        CqrsModule.forRoot(),
        DiscoveryModule,
        ScheduleModule.forRoot({ intervals: config.backgroundWork }),
        TypeOrmModule.forRootAsync({
          useFactory: () => ({
            ...servingOptions({
              url: config.databaseUrl ?? '',
              session,
              poolSize: config.databasePoolSize,
              entities,
            }),
            manualInitialization: !connect,
            // A start that fails says why and ends; whoever started it starts it again.
            toRetry: () => false,
          }),
          dataSourceFactory: async (options) => {
            const dataSource = new DataSource(options!);
            if (connect) await connected(dataSource, session, keyring);
            return dataSource;
          },
        }),
      ],
      controllers: [HealthController, MetricsController],
      providers: [...settings, replica, tracing, ...providers],
      exports: [...settings.map(({ provide }) => provide), Tracing, ...providers, CqrsModule, DiscoveryModule],
    };
  }
}
