import { readdirSync, readFileSync } from "node:fs";
import { PGlite } from "@electric-sql/pglite";
import { pgcrypto } from "@electric-sql/pglite/contrib/pgcrypto";

const MIGRATIONS = new URL("migrations/", import.meta.url);

/**
 * What a new Supabase project has before our files: its roles, schemas, functions and publication, as far as our files
 * use them. `project_owner` stands for Supabase's `postgres`, which is not a superuser there.
 * Source: github.com/supabase/postgres, migrations/db; supabase.com/docs, "Postgres roles".
 */
const NEW_PROJECT = `
  create role anon nologin noinherit;
  create role authenticated nologin noinherit;
  create role service_role nologin noinherit bypassrls;
  create role authenticator noinherit login;
  grant anon, authenticated, service_role to authenticator;
  create role project_owner noinherit createrole bypassrls;
  grant create on database postgres to project_owner;
  grant all on schema public to project_owner;
  grant usage on schema public to anon, authenticated, service_role;

  create schema extensions;
  grant all on schema extensions to project_owner;
  grant usage on schema extensions to anon, authenticated, service_role;
  create extension pgcrypto with schema extensions;

  create schema auth;
  grant usage on schema auth to anon, authenticated, service_role, project_owner;
  create function auth.jwt() returns jsonb language sql stable as $$
    select coalesce(
      nullif(current_setting('request.jwt.claim', true), ''),
      nullif(current_setting('request.jwt.claims', true), '')
    )::jsonb
  $$;
  create function auth.uid() returns uuid language sql stable as $$ select (auth.jwt() ->> 'sub')::uuid $$;
  create function auth.role() returns text language sql stable as $$ select auth.jwt() ->> 'role' $$;
  create type auth.factor_status as enum ('unverified', 'verified');
  create table auth.users (id uuid primary key, email text, raw_app_meta_data jsonb);
  create table auth.mfa_factors (id uuid primary key, user_id uuid not null, status auth.factor_status not null);
  alter table auth.users enable row level security;
  alter table auth.mfa_factors enable row level security;
  grant all on auth.users, auth.mfa_factors to project_owner;

  create publication supabase_realtime;
  alter publication supabase_realtime owner to project_owner;
`;

/**
 * Until late in 2026, everything that a project's owner created was open to every role by default. Since then it has
 * been closed by default.
 * Source: github.com/orgs/supabase/discussions/45329.
 */
const OPEN_DEFAULTS = ["tables", "sequences", "functions"]
  .map(
    (kind) =>
      `alter default privileges for role project_owner in schema public
       grant all on ${kind} to anon, authenticated, service_role;`,
  )
  .join("\n");

/** A Supabase project in memory. */
export async function openProject(): Promise<PGlite> {
  const db = await PGlite.create({ extensions: { pgcrypto } });
  await db.exec(NEW_PROJECT + OPEN_DEFAULTS);
  return db;
}

/** Runs our files in order, as `supabase db push` and the SQL editor do. */
export async function applyMigrations(db: PGlite): Promise<void> {
  for (const file of readdirSync(MIGRATIONS).toSorted()) {
    await asOwner(db, readFileSync(new URL(file, MIGRATIONS), "utf8"));
  }
}

/** Runs statements as the dashboard's SQL editor does: all of them or none. */
export async function asOwner(db: PGlite, sql: string): Promise<void> {
  await db.exec("savepoint editor; set local role project_owner");
  try {
    await db.exec(sql);
  } catch (error) {
    await db.exec("rollback to savepoint editor");
    throw error;
  }
  await db.exec("reset role; release savepoint editor");
}
