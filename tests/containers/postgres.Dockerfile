FROM docker.io/library/postgres:18
# The published image has them already.
RUN set -e; if pg_basebackup --version | grep -q ' 18'; then exit 0; fi; \
  mirror=$(awk '$1 == "URIs:" || $1 == "deb" { print $2; exit }' $(ls /etc/apt/sources.list /etc/apt/sources.list.d/* 2>/dev/null)); \
  echo "deb $mirror forky main" > /etc/apt/sources.list.d/forky.list; apt-get update -qq; \
  apt-get install -y -qq --no-install-recommends -t forky postgresql-client-18; \
  rm -rf /etc/apt/sources.list.d/forky.list /var/lib/apt/lists/*
ENV PATH=/usr/lib/postgresql/18/bin:$PATH LANG=C.UTF-8
