import { Column, Entity } from 'typeorm';
import { InstantColumn, TenantEntity } from '../../../common/database/columns';

export const THEMES = ['light', 'dark', 'system'] as const;
export type Theme = (typeof THEMES)[number];
export const DENSITIES = ['comfortable', 'compact'] as const;
export type Density = (typeof DENSITIES)[number];

/** How a member of staff likes the console; nothing in it is a secret or a datum of a customer. */
export interface Preferences {
  theme: Theme;
  density: Density;
  pageSize: number;
  singleKeys: boolean;
  columns: { page: string; columns: string[] }[];
}

/** The preferences of one member of staff, whose id the row has. */
@Entity()
export class StaffPreferences extends TenantEntity {
  @Column({ type: 'jsonb' })
  preferences!: Preferences;

  @InstantColumn()
  updatedAt!: Date;
}
