#!/bin/sh
# For deploy/tls.yml: creates an authority in its volume once, and a certificate for each part. Keeps a certificate that this
# authority issued for these names if it is valid for 60 more days. File names are the same as in Kubernetes' secrets.
set -eu
umask 077
authority=/volumes/authority
new_key='-newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -sha256'

make_authority() {
  # shellcheck disable=SC2086
  openssl req -x509 $new_key -days 3650 -subj '/O=Storefront/CN=Storefront authority' \
    -keyout "$authority/ca.key" -out "$authority/ca.crt.new"
  mv "$authority/ca.crt.new" "$authority/ca.crt"
}

is_good() {
  [ -e "$1/tls.crt" ] && [ "$(cat "$1/tls.names")" = "$2" ] &&
    openssl x509 -in "$1/tls.crt" -noout -checkend 5184000 >/dev/null &&
    openssl verify -CAfile "$authority/ca.crt" "$1/tls.crt" >/dev/null
}

# Copies the authority's certificate. A part that only makes calls needs no other file.
trust() {
  install -m 444 "$authority/ca.crt" "/volumes/$1/ca.crt.new"
  mv "/volumes/$1/ca.crt.new" "/volumes/$1/ca.crt"
}

# Arguments: a volume, the mode of its key, and the host names of its part.
issue() {
  folder=/volumes/$1 mode=$2 names=DNS:localhost,IP:127.0.0.1
  trust "$1"
  shift 2
  for host in "$@"; do
    case $host in
    *[!0-9.]*) names=$names,DNS:$host ;;
    *) names=$names,IP:$host ;;
    esac
  done
  if is_good "$folder" "$names"; then return; fi
  printf 'subjectAltName=%s\nbasicConstraints=critical,CA:FALSE\nextendedKeyUsage=serverAuth,clientAuth\n' "$names" >/tmp/extensions
  # shellcheck disable=SC2086
  openssl req -new $new_key -subj "/O=Storefront/CN=$1" -keyout /tmp/key -out /tmp/request
  openssl x509 -req -sha256 -days 365 -in /tmp/request -extfile /tmp/extensions -out /tmp/certificate \
    -CA "$authority/ca.crt" -CAkey "$authority/ca.key" -set_serial "0x$(openssl rand -hex 16)"
  cat /tmp/certificate /tmp/key >/tmp/both
  install -m "$mode" /tmp/key "$folder/tls.key.new"
  install -m "$mode" /tmp/both "$folder/tls.pem.new"
  install -m 444 /tmp/certificate "$folder/tls.crt.new"
  for file in tls.key tls.pem tls.crt; do mv "$folder/$file.new" "$folder/$file"; done
  printf '%s' "$names" >"$folder/tls.names"
  echo "$1: a certificate for $names"
}

public_host() {
  host=${PUBLIC_URL#*://}
  host=${host%%/*}
  echo "${host%%:*}"
}

[ -e "$authority/ca.crt" ] || make_authority
# The key is readable for all users (mode 444), because the process runs as another user. Only the
# process's own container mounts the volume.
# shellcheck disable=SC2046
issue gateway 444 gateway $(public_host)
for process in catalog-api catalog-worker orders-api orders-worker webhooks-api webhooks-worker; do issue $process 444 $process; done
for server in mongodb redis rabbitmq; do issue $server-secrets 400 $server; done
for tool in operator backup restore; do trust $tool; done
