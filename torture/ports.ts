/** Where the parts of a run listen. */
export const PORTS = { postgres: 35_432, proxy: 35_433, api: [35_500, 35_510] } as const;
