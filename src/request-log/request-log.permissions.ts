/** Permission for the calls of API clients. */
export const requestLogPermissions = { viewApiRequests: 'view-api-requests' } as const;
