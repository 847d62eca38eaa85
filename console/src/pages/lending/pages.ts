import type { Page } from '../../app/page';

export const lendingPages: readonly Page[] = [];
