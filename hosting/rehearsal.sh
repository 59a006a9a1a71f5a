#!/bin/bash
# Follows docs/running.md, "An evening" and "Updating", word for word on a fresh Debian 13 in a folder, with systemd as
# its first process, its own network and its own name server. It runs every shell block of these two parts unchanged, as
# a user who may use sudo, for https://example.com.
#
#   sudo hosting/rehearsal.sh [FOLDER]     takes some minutes and 3 GB; the machine stays in FOLDER until the next run
#
# The only differences from a server:
#   - Caddy's own authority signs the certificate, and the machine trusts that authority;
#   - example.com points to the machine itself, by dnsmasq, which also has the records for mail;
#   - ADDRESS is a copy of this checkout, and the other machine for backups is a folder;
#   - no email is sent, because no server answers at mail.example.com.
# Needs: root on Linux with cgroup 2, and the packages debootstrap, slirp4netns and git.
set -euo pipefail

checkout=$(cd "$(dirname "$0")/.." && pwd)
folder=${1:-/var/tmp/porchlight-rehearsal}
tree=$folder/machine
address=10.0.2.100
caddy_authority=/usr/local/share/ca-certificates/caddy.crt

for program in debootstrap slirp4netns git unshare nsenter; do
  command -v "$program" > /dev/null || { echo "This needs $program." >&2; exit 1; }
done
mkdir -p "$folder"

say() { printf '\n== %s\n' "$*"; }

say "A fresh Debian 13"
if [ ! -e "$folder/base/done" ]; then
  debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,sudo,ca-certificates,curl,openssl,iproute2,procps,dnsmasq-base \
    trixie "$folder/base" > "$folder/debootstrap.log"
  touch "$folder/base/done"
fi
rm -rf --one-file-system "$tree"
cp --archive "$folder/base" "$tree"
chroot "$tree" useradd --create-home --shell /bin/bash you
echo 'you ALL=(ALL) NOPASSWD: ALL' > "$tree/etc/sudoers.d/you"
# Behind a proxy that inspects https, the new machine also needs this machine's certificate authorities.
cp --dereference "${SSL_CERT_FILE:-/etc/ssl/certs/ca-certificates.crt}" "$tree/etc/ssl/certs/ca-certificates.crt"

say "A copy of this checkout, to be cloned"
rm -rf "$folder/copy"
mkdir -p "$folder/copy"
git -C "$checkout" ls-files --cached --others --exclude-standard -z |
  while IFS= read -rd '' file; do [ -e "$checkout/$file" ] && printf '%s\0' "$file"; done |
  tar --create --directory "$checkout" --null --files-from - | tar --extract --directory "$folder/copy"
commit() { git -C "$folder/copy" -c user.name=you -c user.email=you@example.com commit --quiet "$@"; }
git -C "$folder/copy" init --quiet --initial-branch=main
git -C "$folder/copy" add --all
commit --message "as it is"
git clone --quiet --bare "$folder/copy" "$tree/srv/porchlight.git"
chroot "$tree" chown -R you: /srv/porchlight.git
install -d "$tree/mnt/elsewhere"

cat > "$tree/etc/dnsmasq-rehearsal.conf" <<END
no-resolv
server=10.0.2.3
address=/example.com/$address
mx-host=example.com,mail.example.com,10
txt-record=example.com,"v=spf1 include:spf.mail-provider.example ~all"
txt-record=_dmarc.example.com,"v=DMARC1; p=none; rua=mailto:you@example.com"
END
cat > "$tree/etc/systemd/system/name-server.service" <<'END'
[Service]
ExecStart=/usr/sbin/dnsmasq --keep-in-foreground --conf-file=/etc/dnsmasq-rehearsal.conf
[Install]
WantedBy=multi-user.target
END
chroot "$tree" systemctl enable --quiet name-server 2> /dev/null
echo server > "$tree/etc/hostname"
printf '127.0.0.1 localhost\n127.0.1.1 server\n' > "$tree/etc/hosts"
rm -f "$tree/etc/resolv.conf"
echo 'nameserver 127.0.0.1' > "$tree/etc/resolv.conf"

say "Starting it"
cat > "$folder/boot.sh" <<'END'
set -e
mount --make-rprivate /
mount --bind "$1" "$1"
cd "$1"
hostname server
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t tmpfs -o mode=755 tmpfs sys/fs/cgroup
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do touch dev/$device; mount --bind /dev/$device dev/$device; done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs tmpfs dev/shm
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p outside
pivot_root . outside
umount -l /outside
# Shared, as on a machine without containers, because a mount that systemd makes for a service must reach the service.
mount --make-rshared /
export container=rehearsal PATH=/usr/sbin:/usr/bin:/sbin:/bin
exec /lib/systemd/systemd --system
END
unshare --mount --pid --net --uts --ipc --cgroup --fork bash "$folder/boot.sh" "$tree" > "$folder/boot.log" 2>&1 &
outer=$!
for _ in $(seq 100); do
  machine=$(pgrep --parent "$outer" || true)
  [ -n "$machine" ] && break
  sleep 0.1
done
slirp4netns --configure --mtu=65520 --cidr=10.0.2.0/24 "$machine" tap0 > "$folder/slirp.log" 2>&1 &
network=$!
trap 'kill -s RTMIN+4 "$machine" 2> /dev/null; wait "$outer" || true; kill "$network" 2> /dev/null || true' EXIT

inside() { nsenter --target "$machine" --mount --pid --net --uts --ipc --cgroup --root --wd -- env -i HOME=/root PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 "$@"; }
as_you() { inside runuser --login you -- "$@"; }
for _ in $(seq 300); do
  inside systemctl is-active --quiet name-server dbus 2> /dev/null && break
  sleep 0.2
done
for _ in $(seq 100); do
  inside ip -4 address show tap0 2> /dev/null | grep -q "$address" && break
  sleep 0.1
done
inside getent hosts example.com

# The shell blocks below a heading of the page, in their order, with this machine's replacements.
blocks() {
  awk -v title="$1" '
    /^#+ / && !code { inside = ($0 == title) }
    inside && /^```/ { code = ($0 == "```sh"); next }
    inside && code { print }
  ' "$checkout/docs/running.md" |
    sed -e 's|ADDRESS|/srv/porchlight.git|' \
      -e 's|sftp:you@backup.example.com:porchlight|/mnt/elsewhere/porchlight|' \
      -e "s|npm run doctor|env NODE_EXTRA_CA_CERTS=$caddy_authority &|" \
      -e 's|^sudo systemctl restart caddy$|sudo sed -i "1a local_certs \\nskip_install_trust" /etc/caddy/Caddyfile; &; trust-caddy|'
}
follow() {
  say "docs/running.md: $1"
  # Runs in the folder where the last part ended, as in one shell.
  { echo 'set -eo pipefail; cd /opt/porchlight 2> /dev/null || true; set -x'; blocks "$1"; } > "$tree/srv/part.sh"
  as_you /srv/part.sh
}

cat > "$tree/usr/local/bin/trust-caddy" <<'END'
#!/bin/sh
set -e
root=/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt
until sudo test -s $root; do sleep 0.2; done
sudo install -m 644 $root CADDY_AUTHORITY
sudo sh -c 'cat CADDY_AUTHORITY >> /etc/ssl/certs/ca-certificates.crt'
END
sed -i "s|CADDY_AUTHORITY|$caddy_authority|" "$tree/usr/local/bin/trust-caddy"
chmod 755 "$tree/usr/local/bin/trust-caddy"

follow "### 1. The program"
follow "### 2. Settings and start"
say "Its first start draws previews of the pictures"
for _ in $(seq 600); do
  inside curl --silent --fail http://127.0.0.1:4000/healthz > /dev/null && break
  inside systemctl is-failed --quiet porchlight && break
  sleep 1
done
inside journalctl --unit porchlight --output cat | tail -n 6
follow "### 3. The domain and https"

say "A fan joins by https://example.com"
inside curl --silent --show-error --fail --output /dev/null --write-out 'http to https: %{url_effective} %{http_code} %{ssl_verify_result}\n' --location http://example.com/
key=$(inside curl --silent --fail https://example.com/config.json | sed 's/.*"anonKey":"\([^"]*\)".*/\1/')
inside curl --silent --show-error --fail --write-out 'joined: %{http_code}\n' https://example.com/rest/v1/newsletter_subscribers \
  --header "apikey: $key" --header "Authorization: Bearer $key" --header 'Content-Type: application/json' \
  --data '{"email":"ann@example.org","status":"active","source":"website-footer"}'

follow "### 4. Mail that arrives"
follow "### 5. Backups on another machine"
inside systemctl status --no-pager --lines 6 porchlight-elsewhere || true
follow "### 6. A restore, rehearsed"

say "An update"
echo >> "$folder/copy/content/about.md"
commit --all --message "an update"
# Git does not open a repository that belongs to another user.
chroot "$tree" chown -R root: /srv/porchlight.git
git -C "$folder/copy" push --quiet "$tree/srv/porchlight.git" main
chroot "$tree" chown -R you: /srv/porchlight.git
follow "## Updating"
for _ in $(seq 60); do
  inside curl --silent --fail https://example.com/healthz && break
  sleep 0.5
done

# The check-up ends with exit code 1, because the site still shows the demo.
follow "### 7. Is all well?" || true

say "The same with the password of the mail server, which only the service can read"
# The check of mail fails with exit code 1, because this machine cannot reach a mail server.
inside systemd-run --quiet --pipe --wait --property=User=porchlight --property=WorkingDirectory=/opt/porchlight \
  --property=LoadCredential=smtp_url:/etc/porchlight/smtp_url --setenv=NODE_EXTRA_CA_CERTS=$caddy_authority \
  sh -c 'SMTP_URL_FILE=$CREDENTIALS_DIRECTORY/smtp_url npm run doctor' | sed -n '/^Mail/,$p' || true

say "Both recipes for Caddy, checked by this Caddy"
for recipe in Caddyfile two-gateways/Caddyfile; do
  inside env DOMAIN=example.com GATEWAY_1=10.0.0.11:4000 GATEWAY_2=10.0.0.12:4000 \
    caddy validate --adapter caddyfile --config "/opt/porchlight/hosting/$recipe" 2>&1 | tail -n 1
done

say "How the services are isolated"
for service in porchlight porchlight-elsewhere; do
  inside systemd-analyze security --no-pager "$service" 2> /dev/null | tail -n 1 || true
done
inside systemctl show porchlight --property=ActiveState --property=NRestarts
say "Done. The machine is in $tree."
