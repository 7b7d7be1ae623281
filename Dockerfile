# One image for the server; PostgreSQL is elsewhere, named by DATABASE_URL.
FROM python:3.11-slim-bookworm AS packages
RUN python -m venv /venv
COPY requirements-image.lock /tmp/
RUN /venv/bin/pip install --no-cache-dir --require-hashes --requirement /tmp/requirements-image.lock

FROM python:3.11-slim-bookworm
RUN useradd --system --no-create-home --shell /usr/sbin/nologin tapete
COPY --from=packages /venv /venv
WORKDIR /srv/tapete
COPY pyproject.toml alembic.ini ./
COPY migrations migrations
COPY templates templates
COPY static static
COPY app app
ENV PATH=/venv/bin:$PATH PYTHONUNBUFFERED=1 PYTHONDONTWRITEBYTECODE=1 HOST=0.0.0.0 PORT=8000
USER tapete
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s --start-period=30s \
    CMD ["python", "-c", "import os, urllib.request as r; r.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/readyz', timeout=2)"]
CMD ["python", "-m", "app", "serve"]
