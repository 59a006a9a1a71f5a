-- Resubscribing by the link in a confirmation email, the names that strangers may give, and the history of an address. Source: docs/product.md §3 and §4. Applying this again changes nothing.

-- What happened to an address, when, and through which form. The address is a keyed hash, as in suppressed_addresses.
create table if not exists porchlight.subscriber_history (
  id           bigint generated always as identity primary key,
  address_hash text not null,
  at           timestamptz not null default now(),
  event        text not null check (event in ('joined', 'left', 'removed', 'came-back')),
  form         text not null,
  is_confirmed boolean not null default false
);
create index if not exists subscriber_history_by_address on porchlight.subscriber_history (address_hash, id);

-- Sign-ups of unsubscribed, removed or full mailboxes. Each waits for the link in its email.
create table if not exists porchlight.return_requests (
  address_hash text primary key,
  mailbox_hash text not null,
  source       text not null,
  -- When the site fetched the link, to send it.
  sent_at      timestamptz
);
create index if not exists return_requests_by_mailbox on porchlight.return_requests (mailbox_hash, sent_at);

-- The key for comparing addresses: the same as mailboxKey in gateway/src/lib/email-address.ts.
create or replace function porchlight.mailbox_key(address text) returns text
language plpgsql immutable set search_path = '' as $$
declare
  name   text := regexp_replace(address, '@[^@]*$', '');
  domain text := substring(address from '[^@]*$');
begin
  name := coalesce(nullif(regexp_replace(name, '\([^)]*\)|["\\]', '', 'g'), ''), name);
  name := regexp_replace(name, '^(.[^+]*)\+.*$', '\1');
  if domain in ('gmail.com', 'googlemail.com') then
    return replace(name, '.', '') || '@gmail.com';
  end if;
  return name || '@' || domain;
end
$$;
create index if not exists newsletter_subscribers_left_mailboxes
  on public.newsletter_subscribers (porchlight.mailbox_key(email)) where status = 'unsubscribed';
-- Addresses that are not the plain spelling of their mailbox, to count the spellings of one.
create index if not exists newsletter_subscribers_spellings
  on public.newsletter_subscribers (porchlight.mailbox_key(email)) where email <> porchlight.mailbox_key(email);
-- The indexes call it.
grant execute on function porchlight.mailbox_key(text) to anon, service_role;

-- Whether a mailbox has as many active addresses as sign-ups can add without a confirmation. A newsletter goes to each of
-- them, and a stranger could add new spellings every day. The same as isMailboxFull in
-- gateway/src/services/database/builtin/mailbox-spellings.ts.
create or replace function porchlight.is_mailbox_full(mailbox text) returns boolean
language sql stable set search_path = '' as $$
  select count(*) >= 3 from (
    select from public.newsletter_subscribers where email = mailbox and status = 'active'
    union all
    select from public.newsletter_subscribers
    where porchlight.mailbox_key(email) = mailbox and email <> porchlight.mailbox_key(email) and status = 'active'
  ) as spelling
$$;

-- Addresses that were removed before this file was applied have only a hash. It counts as the hash of the mailbox,
-- which is right for every address in its plain spelling.
alter table porchlight.suppressed_addresses add column if not exists mailbox_hash text;
update porchlight.suppressed_addresses set mailbox_hash = address_hash where mailbox_hash is null;
create index if not exists suppressed_addresses_by_mailbox on porchlight.suppressed_addresses (mailbox_hash);

create or replace function porchlight.record_history(address text, what text, by_form text, confirmed boolean default false)
returns void language sql set search_path = '' as $$
  insert into porchlight.subscriber_history (address_hash, event, form, is_confirmed)
  values (porchlight.address_hash(address), what, by_form, confirmed)
$$;

-- Tokens: a tag of 16 bytes and a masked text, in base64url. gateway/src/services/shared/link-pages/seal.ts creates the same
-- tokens and says why. A token for one purpose is invalid for another.
create or replace function porchlight.masked(content bytea, tag bytea, use text) returns bytea
language plpgsql stable set search_path = '' as $$
declare
  mask_key text := encode(porchlight.key_for('mask of ' || use), 'hex');
  mask     bytea;
begin
  for at in 0 .. length(content) - 1 loop
    if at % 32 = 0 then
      mask := sha256(convert_to(mask_key || encode(tag, 'hex') || lpad((at / 32)::text, 2, '0'), 'UTF8'));
    end if;
    content := set_byte(content, at, get_byte(content, at) # get_byte(mask, at % 32));
  end loop;
  return content;
end
$$;

create or replace function porchlight.tag_of(content bytea, use text) returns bytea
language sql stable set search_path = '' as $$
  select substring(
    sha256(convert_to(encode(porchlight.key_for('tag of ' || use), 'hex'), 'UTF8') || content) from 1 for 16
  )
$$;

create or replace function porchlight.seal(content text, use text) returns text
language sql stable set search_path = '' as $$
  select porchlight.base64url(tag || porchlight.masked(convert_to(content, 'UTF8'), tag, use))
  from porchlight.tag_of(convert_to(content, 'UTF8'), use) as tag
$$;

create or replace function porchlight.open_token(token text, use text) returns text
language plpgsql stable set search_path = '' as $$
declare
  sealed  bytea := case when length(token) <= 1100 then porchlight.from_base64url(token) end;
  content bytea;
begin
  -- Only one spelling is valid: the unused bits of the last character must be zero.
  if sealed is null or length(sealed) <= 16 or porchlight.base64url(sealed) <> token then
    return null;
  end if;
  content := porchlight.masked(substring(sealed from 17), substring(sealed from 1 for 16), use);
  if substring(sealed from 1 for 16) <> porchlight.tag_of(content, use) then
    return null;
  end if;
  return convert_from(content, 'UTF8');
end
$$;

-- Whether a stranger may give a text as a name: the same as isSignUpName in gateway/src/services/shared/sign-up-rules.ts.
create or replace function porchlight.is_sign_up_name(name text) returns boolean
language sql immutable set search_path = '' as $$
  select name is null or (
    name !~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]'
    and regexp_replace(normalize(name, NFKC), '[\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]', '', 'g') !~* '@|://|www[.。]|[[:alnum:]-]{2}[.。][[:alpha:]]{2}|[[:alnum:]][.。]([[:alpha:]]{2,}/|(com|net|org|co|io|me|app|dev)(?![[:alnum:]]))|[0-9]{1,3}([.][0-9]{1,3}){3}'
  )
$$;

-- Prepares a visitor's row before the policy and the checks. Names and first source of an existing row stay, because the
-- visitor who signs an address up may be a stranger. If the site can send mail, it says so in a header. Then the sign-up of
-- an unsubscribed or removed address, or of one more spelling of a full mailbox, is stored as a request, and its response
-- is that of any other.
create or replace function porchlight.prepare_sign_up() returns trigger
language plpgsql security definer set search_path = '' as $$
declare
  earlier     public.newsletter_subscribers;
  field       text;
  hash        text;
  mailbox     text;
  was_removed boolean;
  has_left    boolean;
  is_beyond   boolean;
begin
  new.email := lower(new.email);
  new.subscribed_at := now();
  perform set_config('porchlight.first_source', '', true);

  -- The policy rejects all other rows.
  if new.status = 'active' and new.source in ('website-footer', 'website-dialog') then
    -- This is not a check of the table, because a moved list is stored unchanged.
    if new.email ~ '[\u0001-\u001F\u007F-\u009F\u2028\u2029]' then
      field := 'email';
    elsif not porchlight.is_sign_up_name(new.first_name) then
      field := 'first_name';
    elsif not porchlight.is_sign_up_name(new.last_name) then
      field := 'last_name';
    end if;
    if field is not null then
      raise check_violation using message = format(
        'new row for relation "newsletter_subscribers" violates check constraint "newsletter_subscribers_%s_check"',
        field
      );
    end if;

    hash := porchlight.address_hash(new.email);
    was_removed := exists (select from porchlight.suppressed_addresses where address_hash = hash);
    has_left := exists (
      select from public.newsletter_subscribers where email = new.email and status = 'unsubscribed'
    );
    is_beyond := porchlight.is_mailbox_full(porchlight.mailbox_key(new.email))
      and not exists (select from public.newsletter_subscribers where email = new.email);
    if coalesce(nullif(current_setting('request.headers', true), '')::json ->> 'x-porchlight-returning', '') = 'by-link'
      and not exists (select from public.newsletter_subscribers where email = new.email and status = 'active')
    then
      mailbox := porchlight.address_hash(porchlight.mailbox_key(new.email));
      if was_removed or has_left or is_beyond
        or exists (select from porchlight.suppressed_addresses where mailbox_hash = mailbox)
        or exists (
          select from public.newsletter_subscribers
          where porchlight.mailbox_key(email) = porchlight.mailbox_key(new.email) and status = 'unsubscribed'
        )
      then
        begin
          insert into porchlight.return_requests (address_hash, mailbox_hash, source) values (hash, mailbox, new.source);
        exception when unique_violation then
          -- The same error as for an active address, so that nobody can tell them apart.
          raise unique_violation
            using message = 'duplicate key value violates unique constraint "newsletter_subscribers_email_key"';
        end;
        return null;
      end if;
    elsif is_beyond then
      raise unique_violation
        using message = 'duplicate key value violates unique constraint "newsletter_subscribers_email_key"';
    end if;

    if has_left then
      -- The new row replaces it. The setting keeps the trigger from storing a removal.
      perform set_config('porchlight.makes_way', 'yes', true);
      delete from public.newsletter_subscribers
      where email = new.email and status = 'unsubscribed'
      returning * into earlier;
      perform set_config('porchlight.makes_way', '', true);
      new.id := earlier.id;
      new.first_name := earlier.first_name;
      new.last_name := earlier.last_name;
      perform set_config('porchlight.first_source', earlier.source, true);
    end if;
    perform porchlight.record_history(
      new.email, case when was_removed or has_left then 'came-back' else 'joined' end, new.source
    );
    if has_left then
      new.source := earlier.source;
    end if;
    delete from porchlight.suppressed_addresses where address_hash = hash;
  end if;
  return new;
end
$$;

create or replace function porchlight.remember_removed() returns trigger
language plpgsql security definer set search_path = '' as $$
begin
  if coalesce(current_setting('porchlight.makes_way', true), '') = 'yes' then
    return null;
  end if;
  insert into porchlight.suppressed_addresses (address_hash, removed_on, mailbox_hash)
  select
    porchlight.address_hash(email), (now() at time zone 'utc')::date,
    porchlight.address_hash(porchlight.mailbox_key(email))
  from removed
  on conflict (address_hash) do update set removed_on = excluded.removed_on, mailbox_hash = excluded.mailbox_hash;
  perform porchlight.record_history(email, 'removed', 'dashboard') from removed;
  delete from porchlight.return_requests
  where address_hash in (select porchlight.address_hash(email) from removed);
  return null;
end
$$;

create or replace function public.leave_by_link(token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  address text := porchlight.address_of_link(token);
begin
  update public.newsletter_subscribers set status = 'unsubscribed'
  where email = lower(address) and status = 'active';
  if found then
    perform porchlight.record_history(address, 'left', 'unsubscribe-link');
  end if;
  return address is not null;
end
$$;

-- Returns the token of a request, which the site sends by email: once a day for all addresses of a mailbox, however
-- often strangers sign them up. Otherwise null.
create or replace function public.take_return_token(address text) returns text
language plpgsql security definer set search_path = '' as $$
declare
  request porchlight.return_requests;
  at      timestamptz;
begin
  select * into request from porchlight.return_requests where address_hash = porchlight.address_hash(address);
  if not found or exists (
    select from porchlight.return_requests
    where mailbox_hash = request.mailbox_hash and sent_at > now() - interval '1 day'
  ) then
    return null;
  end if;
  update porchlight.return_requests set sent_at = now()
  -- The site may have sent two requests at once.
  where address_hash = request.address_hash and sent_at is not distinct from request.sent_at
  returning sent_at into at;
  if not found then
    return null;
  end if;
  return porchlight.seal(extract(epoch from at)::text || ' ' || lower(address), 'a return link');
end
$$;

-- The address of such a token; null if the token is invalid or too old.
create or replace function porchlight.address_to_return(token text) returns text
language sql stable security definer set search_path = '' as $$
  select split_part(opened, ' ', 2)
  from porchlight.open_token(token, 'a return link') as opened
  join porchlight.return_requests on address_hash = porchlight.address_hash(split_part(opened, ' ', 2))
  where extract(epoch from sent_at)::text = split_part(opened, ' ', 1)
    and sent_at > now() - interval '7 days'
$$;

create or replace function public.address_of_return(token text) returns text
language sql stable security definer set search_path = '' as $$
  select left(address, 1) || '•••' || substring(address from '@[^@]*$') from porchlight.address_to_return(token) as address
$$;

-- Makes the address of a token active again; returns whether it is active now.
create or replace function public.return_by_link(token text) returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  address text := porchlight.address_to_return(token);
  request porchlight.return_requests;
begin
  if address is null then
    -- A second click gets the same result.
    return exists (
      select from public.newsletter_subscribers
      where email = split_part(porchlight.open_token(token, 'a return link'), ' ', 2) and status = 'active'
    );
  end if;
  delete from porchlight.return_requests where address_hash = porchlight.address_hash(address) returning * into request;
  insert into public.newsletter_subscribers as row (email, status, source) values (address, 'active', request.source)
  on conflict (email) do update set status = 'active', subscribed_at = now() where row.status = 'unsubscribed';
  if found then
    perform porchlight.record_history(address, 'came-back', request.source, true);
  end if;
  delete from porchlight.suppressed_addresses where address_hash = porchlight.address_hash(address);
  return true;
end
$$;

-- The mailbox hashes of removed addresses move too. A list of an earlier version has none.
create or replace function public.hand_over_list(after text default null, most integer default 1000) returns jsonb
language sql stable security definer set search_path = '' as $$
  select jsonb_build_object(
    'secret', secret,
    'removed', coalesce(
      (
        select jsonb_agg(to_jsonb(page) order by page.address_hash collate "C")
        from (
          select address_hash, removed_on, mailbox_hash from porchlight.suppressed_addresses
          where after is null or address_hash collate "C" > after
          order by address_hash collate "C" limit least(greatest(most, 0), 1000)
        ) as page
      ),
      '[]'
    )
  )
  from porchlight.list_secret
$$;

create or replace function public.take_over_list(secret text, removed jsonb default '[]') returns boolean
language plpgsql security definer set search_path = '' as $$
declare
  present text;
begin
  if secret is null or length(secret) <> 43
    or porchlight.base64url(porchlight.from_base64url(secret)) is distinct from secret then
    raise invalid_parameter_value using message = 'secret must be 32 bytes in base64url';
  end if;
  if jsonb_typeof(removed) is distinct from 'array' then
    raise invalid_parameter_value using message = 'removed must be an array';
  end if;
  select own.secret into present from porchlight.list_secret as own for update;
  if present <> take_over_list.secret then
    if exists (select from public.newsletter_subscribers)
      or exists (select from porchlight.suppressed_addresses) then
      return false;
    end if;
    update porchlight.list_secret set secret = take_over_list.secret;
  end if;
  insert into porchlight.suppressed_addresses (address_hash, removed_on, mailbox_hash)
  select address_hash, max(removed_on), coalesce(max(mailbox_hash), address_hash)
  from jsonb_to_recordset(removed) as arriving (address_hash text, removed_on date, mailbox_hash text)
  group by address_hash
  on conflict (address_hash) do update
    set removed_on = greatest(suppressed_addresses.removed_on, excluded.removed_on);
  return true;
end
$$;

revoke all on table porchlight.subscriber_history, porchlight.return_requests from public, anon, authenticated, service_role;
revoke all on all functions in schema porchlight from public;
revoke all on function public.take_return_token(text), public.address_of_return(text), public.return_by_link(text)
  from public, anon, authenticated, service_role;
grant execute on function public.take_return_token(text), public.address_of_return(text), public.return_by_link(text)
  to anon;
