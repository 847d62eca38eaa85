import { IsOptional, IsString, MaxLength } from 'class-validator';

/** The page of the console to open after the sign-in. */
export class OidcStartQuery {
  /** @example /aml/holds */
  @IsOptional()
  @IsString()
  @MaxLength(2_000)
  next?: string;
}
