/**
 * Server settings for one API on a machine with 2 cores and a few GiB of memory. All settings that protect committed
 * data keep PostgreSQL's safe defaults: fsync, full_page_writes and synchronous_commit are on.
 */
const DEFAULTS: Readonly<Record<string, string>> = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '100',
  shared_buffers: '512MB',
  effective_cache_size: '8GB',
  maintenance_work_mem: '256MB',
  work_mem: '16MB',
  // Fewer, longer checkpoints: after each one, every changed page is written whole into the log. These programs could
  // compress them with pglz only, which costs more processor time than all other work of a night.
  wal_compression: 'off',
  max_wal_size: '4GB',
  min_wal_size: '512MB',
  checkpoint_timeout: '15min',
  random_page_cost: '1.1',
  jit: 'off',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

/** A crash of the machine may then corrupt the cluster: only for disposable data. */
const UNSAFE_FAST: Readonly<Record<string, string>> = {
  shared_buffers: '128MB',
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
};

/** Command-line arguments for `postgres`; the caller's settings replace the defaults. */
export function settingArguments(unsafeFast: boolean, overrides: Record<string, string>): string[] {
  const settings = { ...DEFAULTS, ...(unsafeFast ? UNSAFE_FAST : {}), ...overrides };
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
}
