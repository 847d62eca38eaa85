export function installedPgBouncer(): { program: string; version: [number, number] } | undefined;
export function knowsPreparedStatements(version: [number, number]): boolean;
