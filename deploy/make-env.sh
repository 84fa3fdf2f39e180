#!/bin/sh
# Writes .env for docker compose with random secrets, for trying Tvarit on this machine. Never overwrites one.
set -eu
cd "$(dirname "$0")/.."
if [ -e .env ]; then
  echo ".env exists already: it holds the secrets of this installation, so it is left alone." >&2
  exit 1
fi
secret() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
umask 077
cat > .env <<END
# Secrets of this installation: keep them with the backups, and out of version control.
SECRET_KEY=$(secret)
POSTGRES_PASSWORD=$(secret)
POSTGRES_APP_PASSWORD=$(secret)
REDIS_PASSWORD=$(secret)
STORAGE_PASSWORD=$(secret)
BACKUP_KEY=$(secret)
GRAFANA_PASSWORD=$(secret)
# What runs here. A part that runs elsewhere leaves the list and has its address below.
COMPOSE_PROFILES=postgres,redis,storage
# How many containers.
SERVERS=2
WORKERS=2
BULK_WORKERS=1
# For deploy/cluster only.
POSTGRES_REPLICATION_PASSWORD=$(secret)
PATRONI_API_PASSWORD=$(secret)

# For trying on this machine only: plain HTTP, demo people, and messages that are only shown at /dev/messages.
ALLOW_UNSAFE=1
NODE_ENV=development
PUBLIC_URL=http://localhost:8080
# The address above leads nowhere from inside a container.
SYNTHETIC_URL=http://proxy:8080
SMS_PROVIDERS=console
WHATSAPP_PROVIDERS=console
VOICE_PROVIDERS=console
DEMO_DATA=1

# For real work remove the lines from ALLOW_UNSAFE to DEMO_DATA, and set (all settings: scripts/settings.ts):
# DATABASE_URL=postgres://tvarit_app:PASSWORD@HOST:5432/tvarit?sslmode=verify-full
# DATABASE_OWNER_URL=postgres://tvarit:PASSWORD@HOST:5432/tvarit?sslmode=verify-full
# REDIS_URL=rediss://:PASSWORD@HOST:6379
# STORAGE_URL=s3://BUCKET?region=ap-south-1
# AWS_ACCESS_KEY_ID=
# AWS_SECRET_ACCESS_KEY=
# NODE_ENV=production
# LISTEN_ADDRESS=0.0.0.0
# PUBLIC_URL=https://tvarit.example
# TLS_CERTIFICATE=/certificates/tvarit.pem
# The proxy under its public name among the containers: synthetic scans check its certificate there.
# PUBLIC_HOST=tvarit.example
# SYNTHETIC_URL=https://tvarit.example:8443
# HTTP_PORT=80
# HTTPS_PORT=443
# SMS_PROVIDERS=msg91,twilio
# WHATSAPP_PROVIDERS=msg91,twilio
# VOICE_PROVIDERS=exotel,twilio
# MSG91_AUTH_KEY=
# MSG91_WEBHOOK_SECRET=
# TWILIO_ACCOUNT_SID=
# TWILIO_AUTH_TOKEN=
# TWILIO_FROM=
# TWILIO_WHATSAPP_FROM=
# TWILIO_VOICE_FROM=
# MSG91_WHATSAPP_NUMBER=
# MSG91_WHATSAPP_NAMESPACE=
# EXOTEL_ACCOUNT_SID=
# EXOTEL_API_KEY=
# EXOTEL_API_TOKEN=
# EXOTEL_CALLER_ID=
# EXOTEL_FLOW_IDS={}
# DLT_TEMPLATE_IDS={}
# WHATSAPP_TEMPLATE_IDS={}
# MESSAGE_PRICES={}
# ON_CALL_NUMBERS=
# ADMIN_EMAIL=
# ADMIN_PHONE=
# ADMIN_PASSWORD=
END
echo "Wrote .env. Now: docker compose up --build"
