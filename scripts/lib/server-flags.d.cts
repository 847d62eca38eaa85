declare const serverFlags: string[];
export = serverFlags;
