import type { Page } from '../../app/page';

export const dayPages: readonly Page[] = [];
