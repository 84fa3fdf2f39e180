# PostgreSQL 18 of Debian's packages, laid out as the published image: for engines whose image is a server alone.
FROM docker.io/library/debian:trixie-slim
RUN useradd --uid 999 --user-group --home-dir /var/lib/postgresql --create-home postgres
RUN set -e; mirror=$(awk '$1 == "URIs:" || $1 == "deb" { print $2; exit }' $(ls /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null)); \
  echo "deb $mirror forky main" > /etc/apt/sources.list.d/forky.list; apt-get update -qq; \
  mkdir -p /etc/postgresql-common && echo 'create_main_cluster = false' > /etc/postgresql-common/createcluster.conf; \
  apt-get install -y -qq --no-install-recommends -t forky postgresql-18; \
  rm -rf /etc/apt/sources.list.d/forky.list /var/lib/apt/lists/*
ENV PATH=/usr/lib/postgresql/18/bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin
VOLUME /var/lib/postgresql
